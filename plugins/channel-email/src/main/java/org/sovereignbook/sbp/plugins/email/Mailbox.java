package org.sovereignbook.sbp.plugins.email;

import jakarta.mail.AuthenticationFailedException;
import jakarta.mail.FetchProfile;
import jakarta.mail.Flags;
import jakarta.mail.Folder;
import jakarta.mail.Message;
import jakarta.mail.MessageRemovedException;
import jakarta.mail.MessagingException;
import jakarta.mail.UIDFolder;
import jakarta.mail.event.MessageCountAdapter;
import jakarta.mail.event.MessageCountEvent;
import jakarta.mail.internet.MimeUtility;
import jakarta.mail.search.AndTerm;
import jakarta.mail.search.ComparisonTerm;
import jakarta.mail.search.HeaderTerm;
import jakarta.mail.search.ReceivedDateTerm;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.angus.mail.imap.IMAPFolder;
import org.eclipse.angus.mail.imap.IMAPMessage;
import org.eclipse.angus.mail.imap.IMAPStore;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.plugins.channels.line.ChannelException;
import org.sovereignbook.sbp.plugins.channels.line.ChannelLine;
import org.sovereignbook.sbp.plugins.channels.line.ChannelMessage;

/**
 * The agent's inbox, by IMAP. The place in it is its UIDVALIDITY and the UID of the last mail, or a
 * time before the first contact. When the server numbers mails anew, the mails of the last weeks
 * are passed on again, and recognized.
 */
final class Mailbox implements AutoCloseable {
  private static final String INBOX = "INBOX";
  private static final Pattern CURSOR = Pattern.compile("(?<validity>[0-9]+):(?<uid>[0-9]+)");
  private static final Pattern TIME = Pattern.compile("at:(?<seconds>[0-9]{1,12})");
  private static final Duration RENUMBERED = Duration.ofDays(30);

  /** How much the server's clock may be behind. */
  private static final Duration BEHIND = Duration.ofMinutes(5);

  private static final Duration COPIES = Duration.ofDays(1);
  private static final Duration DROP_EVERY = Duration.ofHours(1);
  private static final List<String> SPECIAL = List.of("\\All", "\\Sent", "\\Junk");
  private static final int MOST_FOLDERS = 5;

  private final MailAccount account;
  private final Duration patience;
  private final IMAPStore store;
  private final IMAPFolder inbox;
  private final ScheduledExecutorService timer;

  /** Whether the server has announced a mail, which may be just before the wait begins. */
  private final AtomicBoolean isAnnounced = new AtomicBoolean();

  /** UIDNEXT before mails were passed on; counts say nothing where mails are deleted, too. */
  private long next = -1;

  private Instant nextDrop = Instant.EPOCH;

  private Mailbox(MailAccount account, Duration patience, IMAPStore store, IMAPFolder inbox) {
    this.account = account;
    this.patience = patience;
    this.store = store;
    this.inbox = inbox;
    this.timer =
        Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("imap-timer").factory());
    inbox.addMessageCountListener(
        new MessageCountAdapter() {
          @Override
          public void messagesAdded(MessageCountEvent event) {
            isAnnounced.set(true);
          }
        });
  }

  /** Connects; {@code patience} is the limit for each answer of the server. */
  static Mailbox open(MailAccount account, Duration patience)
      throws ChannelException, InterruptedException {
    String password = account.password();
    Optional<IMAPStore> opened = Optional.empty();
    try {
      IMAPStore store = (IMAPStore) account.session(patience).getStore(account.imapProtocol());
      store.connect(account.imap().host(), account.imap().port(), account.user(), password);
      opened = Optional.of(store);
      IMAPFolder inbox = (IMAPFolder) store.getFolder(INBOX);
      inbox.open(Folder.READ_WRITE);
      return new Mailbox(account, patience, store, inbox);
    } catch (AuthenticationFailedException e) {
      throw ChannelException.setup(account.imap() + " refuses the login: " + SmtpSending.words(e));
    } catch (MessagingException e) {
      opened.ifPresent(Mailbox::close);
      throw account.imap().unreachable(e);
    }
  }

  private static ChannelException failed(MailAccount account, Exception e) {
    return ChannelException.noAnswer(account.imap() + ": " + SmtpSending.words(e));
  }

  boolean isOpen() {
    return inbox.isOpen();
  }

  Duration patience() {
    return patience;
  }

  /** Passes on all mails after a place; returns the place after them. */
  String receive(Optional<String> since, ChannelLine.Taker taker) throws ChannelException {
    try {
      refresh();
      next = uidNext();
      long validity = inbox.getUIDValidity();
      Optional<Place> place = since.flatMap(cursor -> place(cursor, validity));
      if (place.isEmpty()) {
        return validity + ":" + last();
      }
      long reached = pass(validity, place.get(), taker);
      dropCopiesSometimes();
      return validity + ":" + reached;
    } catch (MessagingException | IllegalStateException e) {
      throw failed(account, e);
    }
  }

  /** Returns the place at a time, for an account that was never contacted. */
  static String placeAt(Instant time) {
    return "at:" + time.getEpochSecond();
  }

  /**
   * Place in the inbox.
   *
   * @param after the UID of the last mail before it
   * @param oldest the time before which mails arrived that are not passed on
   */
  private record Place(long after, Instant oldest) {}

  private Optional<Place> place(String cursor, long validity) {
    Matcher time = TIME.matcher(cursor);
    if (time.matches()) {
      Instant added = Instant.ofEpochSecond(Long.parseLong(time.group("seconds")));
      return Optional.of(new Place(0, added.minus(BEHIND)));
    }
    Matcher known = CURSOR.matcher(cursor);
    if (!known.matches()) {
      return Optional.empty();
    }
    return Optional.of(
        Long.parseLong(known.group("validity")) == validity
            ? new Place(Long.parseLong(known.group("uid")), Instant.EPOCH)
            : new Place(0, account.setup().clock().instant().minus(RENUMBERED)));
  }

  /** Asks the server for news, which Jakarta Mail by itself does once a second at most. */
  private void refresh() throws MessagingException {
    Object _ =
        inbox.doCommand(
            protocol -> {
              protocol.noop();
              return true;
            });
  }

  /**
   * Asks the server, while Jakarta Mail says what it was when the folder was opened. A server that
   * does not say it has always the same.
   */
  private long uidNext() throws MessagingException {
    return (Long)
        inbox.doCommand(
            protocol ->
                Optional.ofNullable(protocol.status(INBOX, new String[] {"UIDNEXT"}))
                    .map(status -> status.uidnext)
                    .orElse(-1L));
  }

  private long last() throws MessagingException {
    int count = inbox.getMessageCount();
    return count == 0 ? 0 : inbox.getUID(inbox.getMessage(count));
  }

  private long pass(long validity, Place place, ChannelLine.Taker taker) throws MessagingException {
    Message[] found = inbox.getMessagesByUID(place.after() + 1, UIDFolder.LASTUID);
    List<Message> fresh = new ArrayList<>();
    FetchProfile profile = new FetchProfile();
    profile.add(UIDFolder.FetchProfileItem.UID);
    profile.add(FetchProfile.Item.SIZE);
    profile.add(IMAPFolder.FetchProfileItem.INTERNALDATE);
    inbox.fetch(found, profile);
    for (Message each : found) {
      if (each != null && inbox.getUID(each) > place.after()) {
        fresh.add(each);
      }
    }
    long reached = place.after();
    for (Message each : fresh) {
      reached = Math.max(reached, inbox.getUID(each));
      pass(validity + ":" + reached, (IMAPMessage) each, place.oldest(), taker);
    }
    return reached;
  }

  private void pass(String cursor, IMAPMessage mail, Instant oldest, ChannelLine.Taker taker)
      throws MessagingException {
    Instant at =
        Optional.ofNullable(mail.getReceivedDate())
            .map(Date::toInstant)
            .orElseGet(() -> account.setup().clock().instant());
    if (at.isBefore(oldest)) {
      return;
    }
    Optional<ChannelMessage> message = read(cursor, mail, at);
    message.ifPresent(one -> taker.take(cursor, one));
  }

  /**
   * Returns a mail; empty when it was deleted. One that the server cannot show, although it
   * answers, is a broken one, so that others come through.
   */
  private Optional<ChannelMessage> read(String cursor, IMAPMessage mail, Instant at)
      throws MessagingException {
    try {
      return Optional.of(read(mail, at));
    } catch (MessagingException e) {
      requireConnection(e);
    }
    if (mail.isExpunged()) {
      return Optional.empty();
    }
    try {
      return Optional.of(read(mail, at));
    } catch (MessagingException e) {
      requireConnection(e);
      byte[] name = cursor.getBytes(StandardCharsets.UTF_8);
      return Optional.of(IncomingMail.broken(name, at, SmtpSending.words(e)));
    }
  }

  /** Ends with a failure of a mail unless the connection to the inbox works after it. */
  private void requireConnection(MessagingException failure) throws MessagingException {
    // Without an open folder, Jakarta Mail asks by another connection.
    refresh();
    if (!inbox.isOpen()) {
      throw failure;
    }
  }

  private ChannelMessage read(IMAPMessage mail, Instant at) throws MessagingException {
    mail.setPeek(true);
    try (InputStream in = mail.getMimeStream()) {
      byte[] bytes = in.readNBytes(IncomingMail.MAX_BYTES);
      int whole = Math.min(mail.getSize(), IncomingMail.MAX_BYTES);
      // Jakarta Mail takes a refused piece for the end of the mail.
      if (bytes.length < whole && bytes.length % MailAccount.FETCH_BYTES == 0) {
        throw new MessagingException(
            "the server shows %,d of %,d bytes of a mail".formatted(bytes.length, mail.getSize()));
      }
      return IncomingMail.parse(account, bytes, Math.max(mail.getSize(), bytes.length), at);
    } catch (IOException e) {
      throw new MessagingException(String.valueOf(e.getMessage()), e);
    } finally {
      mail.invalidateHeaders();
    }
  }

  /** Deletes old copies, which a server looks for in all mails, once in a while. */
  private void dropCopiesSometimes() throws MessagingException {
    Instant now = account.setup().clock().instant();
    if (!now.isBefore(nextDrop)) {
      dropCopies();
      nextDrop = now.plus(DROP_EVERY);
    }
  }

  /** Deletes copies of our own mails that were only there to prove what the server has taken. */
  private void dropCopies() throws MessagingException {
    Date before = Date.from(account.setup().clock().instant().minus(COPIES));
    Message[] old =
        inbox.search(
            new AndTerm(
                new HeaderTerm(OutgoingMail.KEY, ""),
                new ReceivedDateTerm(ComparisonTerm.LT, before)));
    List<Message> own = new ArrayList<>();
    for (Message each : old) {
      if (each instanceof IMAPMessage mail && isOwn(mail)) {
        own.add(mail);
      }
    }
    if (!own.isEmpty()) {
      inbox.setFlags(own.toArray(Message[]::new), new Flags(Flags.Flag.DELETED), true);
      inbox.expunge();
    }
  }

  private boolean isOwn(IMAPMessage mail) throws MessagingException {
    try {
      return Optional.ofNullable(mail.getMessageID())
          .map(id -> id.replaceAll("[<>]", ""))
          .flatMap(account::key)
          .isPresent();
    } catch (MessageRemovedException e) {
      return false;
    }
  }

  /** Returns where a mail of ours is: its copy in the inbox, or among what was sent or is junk. */
  Optional<String> find(String messageId) throws ChannelException {
    try {
      Optional<String> here = find(inbox, messageId);
      if (here.isPresent()) {
        return here;
      }
      for (IMAPFolder folder : special()) {
        Optional<String> there = find(folder, messageId);
        if (there.isPresent()) {
          return there;
        }
      }
      return Optional.empty();
    } catch (MessagingException | IllegalStateException e) {
      throw failed(account, e);
    }
  }

  private Optional<String> find(IMAPFolder folder, String messageId) throws MessagingException {
    boolean isClosed = !folder.isOpen();
    if (isClosed) {
      folder.open(Folder.READ_ONLY);
    } else {
      refresh();
    }
    try {
      Message[] found = folder.search(new HeaderTerm("Message-ID", "<" + messageId + ">"));
      return found.length == 0
          ? Optional.empty()
          : Optional.of("<%s> in %s".formatted(messageId, folder.getFullName()));
    } finally {
      if (isClosed) {
        folder.close(false);
      }
    }
  }

  private List<IMAPFolder> special() throws MessagingException {
    List<IMAPFolder> special = new ArrayList<>();
    for (Folder each : store.getDefaultFolder().list("*")) {
      if (each instanceof IMAPFolder folder
          && special.size() < MOST_FOLDERS
          && Arrays.stream(folder.getAttributes()).anyMatch(SPECIAL::contains)) {
        special.add(folder);
      }
    }
    return special;
  }

  /** Returns what a mail of ours that came back shows about the server. */
  List<String> remarks(String messageId) throws ChannelException {
    try {
      Message[] found = inbox.search(new HeaderTerm("Message-ID", "<" + messageId + ">"));
      String[] all = found.length == 0 ? null : found[0].getHeader("Authentication-Results");
      List<String> servers =
          all == null
              ? List.of()
              : Stream.of(all).map(MimeUtility::unfold).map(MailProof::server).distinct().toList();
      return List.of(remark(servers));
    } catch (MessagingException | IllegalStateException e) {
      throw failed(account, e);
    }
  }

  private String remark(List<String> servers) {
    String names = servers.stream().map(PeerText::plain).collect(Collectors.joining(", "));
    if (account.authservId().filter(servers::contains).isPresent()) {
      return "     %s signs Authentication-Results".formatted(names);
    }
    if (account.authservId().isPresent()) {
      return "     no Authentication-Results of %s in this mail to itself; write one from your"
              .formatted(account.authservId().get())
          + " address, and see sbp channel list";
    }
    return "     nobody is proven, not even you, without --authserv-id: add the channel again with "
        + (servers.isEmpty()
            ? "it; your server writes no Authentication-Results into a mail to itself, but those"
                + " from your address name it"
            : "--authserv-id " + PeerText.plain(servers.getFirst()));
  }

  /** Waits by IDLE; returns whether the server can announce mails. */
  boolean await(Duration most) throws ChannelException {
    try {
      if (!store.hasCapability("IDLE")) {
        return false;
      }
      isAnnounced.set(false);
      if (uidNext() != next) {
        return true;
      }
      ScheduledFuture<?> end = timer.schedule(this::wake, most.toMillis(), TimeUnit.MILLISECONDS);
      ScheduledFuture<?> missed =
          timer.scheduleWithFixedDelay(this::wakeIfAnnounced, 1, 1, TimeUnit.SECONDS);
      try {
        inbox.idle(true);
      } finally {
        boolean _ = end.cancel(false);
        boolean _ = missed.cancel(false);
      }
      return true;
    } catch (MessagingException | IllegalStateException e) {
      throw failed(account, e);
    }
  }

  /** Ends an IDLE that began after the announcement, which does not end it. */
  private void wakeIfAnnounced() {
    if (isAnnounced.getAndSet(false)) {
      wake();
    }
  }

  /** Ends a running IDLE: any other command does. */
  private void wake() {
    try {
      refresh();
    } catch (MessagingException | IllegalStateException e) {
      // The connection has ended, and with it the wait.
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
    close(store);
  }

  private static void close(IMAPStore store) {
    try {
      store.close();
    } catch (MessagingException e) {
      // The connection has ended already.
    }
  }
}
