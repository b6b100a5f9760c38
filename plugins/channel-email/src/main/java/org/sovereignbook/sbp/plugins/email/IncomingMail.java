package org.sovereignbook.sbp.plugins.email;

import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeUtility;
import java.io.ByteArrayInputStream;
import java.io.UnsupportedEncodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.plugins.channels.line.ChannelMessage;

/**
 * Received mail. Only its first {@link #MAX_BYTES} are read, nothing in it is fetched or executed,
 * and what cannot be read is left out.
 */
@SuppressWarnings("ArrayRecordComponent") // Handed on, never compared or changed.
record IncomingMail(MailAccount account, byte[] bytes, long size, MimeMessage mail, Instant at) {
  /** Most of a mail that is read. */
  static final int MAX_BYTES = 1 << 20;

  private static final Pattern ID = Pattern.compile("<(?<id>[!-;=?-~]{1,250})>");
  private static final int MAX_IDS = 50;
  private static final int MAX_SUBJECT_CHARACTERS = 300;
  private static final int MAX_NAME_CHARACTERS = 100;
  private static final Set<String> PROGRAMS =
      Set.of("mailer-daemon", "postmaster", "no-reply", "noreply", "do-not-reply", "donotreply");
  private static final Set<String> BULK = Set.of("bulk", "list", "junk", "auto_reply");
  private static final List<String> OF_LISTS =
      List.of("List-Id", "List-Unsubscribe", "List-Post", "X-Autoreply", "X-Autorespond");

  /** Session without a server: making one looks for providers, which takes longer than a mail. */
  private static final Session READING = Session.getInstance(new Properties());

  private static final ContentHash NOTHING = ContentHash.ofBytes(new byte[0]);

  /** Parses a mail; {@code bytes} may be its beginning only. */
  static ChannelMessage parse(MailAccount account, byte[] bytes, long size, Instant at) {
    try {
      MimeMessage mail = new MimeMessage(READING, new ByteArrayInputStream(bytes));
      return new IncomingMail(account, bytes, size, mail, at).message();
    } catch (MessagingException | RuntimeException e) {
      return broken(bytes, at, SmtpSending.words(e));
    }
  }

  /** Returns a mail that cannot be read. */
  static ChannelMessage broken(byte[] bytes, Instant at, String why) {
    return new ChannelMessage(
        ContentHash.ofBytes(bytes).hex(),
        "",
        List.of(),
        ChannelMessage.Kind.BROKEN,
        new ChannelMessage.Sender("", "", false, "it cannot be read", Optional.empty()),
        new ChannelMessage.Body("", why, List.of()),
        Optional.empty(),
        at);
  }

  private ChannelMessage message() throws MessagingException {
    Optional<InternetAddress> from = from();
    String address = from.map(InternetAddress::getAddress).orElse("").toLowerCase(Locale.ROOT);
    MailParts parts = MailParts.of(mail);
    ChannelMessage.Kind kind = kind(address, parts);
    Optional<String> key =
        kind == ChannelMessage.Kind.BOUNCE
            ? parts.reportedId().flatMap(account::key)
            : Optional.empty();
    return new ChannelMessage(
        id(),
        ids("Message-ID").stream().findFirst().orElse(""),
        references(),
        kind == ChannelMessage.Kind.BOUNCE && !parts.isFailure()
            ? ChannelMessage.Kind.AUTOMATIC
            : kind,
        sender(from, address),
        kind == ChannelMessage.Kind.BOUNCE
            ? new ChannelMessage.Body("", parts.report(), List.of())
            : content(parts),
        key,
        at);
  }

  /** Returns the one address in From; empty when there are several, or a group. */
  private Optional<InternetAddress> from() throws MessagingException {
    String[] headers = mail.getHeader("From");
    if (headers == null || headers.length != 1) {
      return Optional.empty();
    }
    try {
      InternetAddress[] all = InternetAddress.parseHeader(MimeUtility.unfold(headers[0]), true);
      return all.length == 1 && !all[0].isGroup() && MailAccount.isAddress(all[0].getAddress())
          ? Optional.of(all[0])
          : Optional.empty();
    } catch (MessagingException e) {
      return Optional.empty();
    }
  }

  private ChannelMessage.Sender sender(Optional<InternetAddress> from, String address)
      throws MessagingException {
    String name = from.map(InternetAddress::getPersonal).map(MailText::plain).orElse("");
    MailProof proof =
        from.isEmpty()
            ? new MailProof(false, "From is not one address")
            : MailProof.of(
                values("Authentication-Results"),
                account.authservId(),
                address.substring(address.indexOf('@') + 1));
    return new ChannelMessage.Sender(
        address,
        Cut.within(name, MAX_NAME_CHARACTERS),
        proof.isProven(),
        proof.words(),
        Optional.empty());
  }

  private ChannelMessage.Kind kind(String address, MailParts parts) throws MessagingException {
    if (account.isOwn(address)) {
      return ChannelMessage.Kind.OWN;
    }
    if (parts.isReceipt()) {
      return ChannelMessage.Kind.RECEIPT;
    }
    if (parts.isDeliveryReport()) {
      return ChannelMessage.Kind.BOUNCE;
    }
    return parts.isReport() || isAutomatic(address)
        ? ChannelMessage.Kind.AUTOMATIC
        : ChannelMessage.Kind.TALK;
  }

  private boolean isAutomatic(String address) throws MessagingException {
    boolean isSubmitted =
        values("Auto-Submitted").stream().anyMatch(value -> !word(value).equals("no"));
    boolean isBulk = values("Precedence").stream().map(IncomingMail::word).anyMatch(BULK::contains);
    boolean isNobodys =
        values("Return-Path").stream().anyMatch(value -> value.strip().equals("<>"));
    String local = address.isEmpty() ? "" : address.substring(0, address.indexOf('@'));
    for (String header : OF_LISTS) {
      if (mail.getHeader(header) != null) {
        return true;
      }
    }
    return isSubmitted || isBulk || isNobodys || PROGRAMS.contains(local);
  }

  private static String word(String value) {
    return value.strip().split("[;\\s]", 2)[0].toLowerCase(Locale.ROOT);
  }

  /** Returns the unfolded values of a header, the topmost first. */
  private List<String> values(String header) throws MessagingException {
    String[] all = mail.getHeader(header);
    return all == null ? List.of() : Arrays.stream(all).map(MimeUtility::unfold).toList();
  }

  private List<String> ids(String header) throws MessagingException {
    List<String> ids = new ArrayList<>();
    for (String value : values(header)) {
      Matcher found = ID.matcher(value);
      while (found.find() && ids.size() < MAX_IDS) {
        ids.add(found.group("id"));
      }
    }
    return ids;
  }

  /** Returns the ids of the thread, the nearest last; those of ours as their keys. */
  private List<String> references() throws MessagingException {
    List<String> all = new ArrayList<>(ids("References"));
    for (String id : ids("In-Reply-To")) {
      all.remove(id);
      all.add(id);
    }
    return all.stream().map(id -> account.key(id).orElse(id)).distinct().toList();
  }

  /**
   * Returns the same id for the same mail, however often it is delivered: over its sender, date,
   * Message-ID and body, so that nobody can make the id of another mail.
   */
  private String id() throws MessagingException {
    StringBuilder over = new StringBuilder();
    for (String header : List.of("From", "Date", "Message-ID", "Subject", "To")) {
      over.append(header).append(':').append(values(header)).append('\n');
    }
    over.append(body());
    return ContentHash.ofBytes(over.toString().getBytes(StandardCharsets.UTF_8)).hex();
  }

  private ContentHash body() {
    for (int i = 0; i + 1 < bytes.length; i++) {
      boolean isBlank =
          bytes[i] == '\n'
              && (bytes[i + 1] == '\n'
                  || (bytes[i + 1] == '\r' && i + 2 < bytes.length && bytes[i + 2] == '\n'));
      if (isBlank) {
        return ContentHash.ofBytes(Arrays.copyOfRange(bytes, i + 1, bytes.length));
      }
    }
    return NOTHING;
  }

  private ChannelMessage.Body content(MailParts parts) throws MessagingException {
    String text = MailText.withoutHistory(MailText.plain(parts.text()));
    boolean isCut = size > bytes.length;
    return new ChannelMessage.Body(
        subject(),
        isCut
            ? text + "\n\n[the mail has %,d bytes; only its beginning was read]".formatted(size)
            : text,
        parts.attachments());
  }

  private String subject() throws MessagingException {
    String raw = values("Subject").stream().findFirst().orElse("");
    String decoded;
    try {
      decoded = MimeUtility.decodeText(raw);
    } catch (UnsupportedEncodingException e) {
      decoded = raw;
    }
    return Cut.within(
        MailText.plain(decoded).replace('\n', ' ').replace('\t', ' '), MAX_SUBJECT_CHARACTERS);
  }
}
