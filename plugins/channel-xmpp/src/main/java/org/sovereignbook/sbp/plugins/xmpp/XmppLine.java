package org.sovereignbook.sbp.plugins.xmpp;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jivesoftware.smack.StanzaCollector;
import org.jivesoftware.smack.packet.IQ;
import org.jivesoftware.smack.packet.Message;
import org.jivesoftware.smack.packet.MessageBuilder;
import org.jivesoftware.smack.packet.StanzaBuilder;
import org.sovereignbook.sbp.plugins.channels.line.ChannelException;
import org.sovereignbook.sbp.plugins.channels.line.ChannelLine;
import org.sovereignbook.sbp.plugins.channels.line.ChannelMessage;
import org.sovereignbook.sbp.plugins.channels.line.OutgoingMessage;
import org.sovereignbook.sbp.plugins.channels.line.SendOutcome;

/**
 * Account at an XMPP server. The server's archive is its only word: a message is accepted when the
 * archive has it, and received by reading on in the archive. What comes live only wakes.
 */
final class XmppLine implements ChannelLine {
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);
  private static final int MOST_ROOMS = 100;

  private final XmppAccount account;
  private final Semaphore wake = new Semaphore(0);
  private volatile boolean isClosed;
  private volatile Optional<XmppSession> session = Optional.empty();

  XmppLine(XmppAccount account) {
    this.account = account;
  }

  @Override
  public String address() {
    return account.user();
  }

  /** Returns the session; begins one when there is none, or it has ended. */
  private XmppSession session() throws ChannelException, InterruptedException {
    Optional<XmppSession> now = session.filter(XmppSession::isOpen);
    if (now.isPresent()) {
      return now.get();
    }
    end();
    if (isClosed) {
      throw ChannelException.noAnswer("the channel is closed");
    }
    XmppSession begun = XmppSession.open(account, wake::release);
    boolean isReady = false;
    try {
      prepare(begun);
      isReady = true;
    } catch (XmppSession.Refused e) {
      throw ChannelException.noAnswer(account + ": " + e.getMessage());
    } finally {
      if (!isReady) {
        begun.close();
      }
    }
    session = Optional.of(begun);
    if (isClosed) {
      end();
    }
    return begun;
  }

  /** Refuses a server without an archive, and lets the archive keep everything. */
  private void prepare(XmppSession begun)
      throws ChannelException, XmppSession.Refused, InterruptedException {
    boolean isArchived =
        begun
            .ask(IQ.Type.get, Optional.of(account.user()), Xml.of("query", Xml.DISCO).build())
            .filter(answer -> XmppRooms.features(answer).contains(Xml.MAM))
            .isPresent();
    if (!isArchived) {
      throw ChannelException.setup(
          account
              + " keeps no archive (XEP-0313): it could not be asked what it has taken, and what"
              + " comes while nobody listens would be lost");
    }
    Optional<Xml> preferences =
        begun.ask(IQ.Type.get, Optional.empty(), Xml.of("prefs", Xml.MAM).build());
    if (preferences.flatMap(one -> one.attribute("default")).filter("always"::equals).isEmpty()) {
      Optional<Xml> _ =
          begun.ask(
              IQ.Type.set,
              Optional.empty(),
              Xml.of("prefs", Xml.MAM)
                  .addAttribute("default", "always")
                  .addElement(Xml.of("always", Xml.MAM).build())
                  .addElement(Xml.of("never", Xml.MAM).build())
                  .build());
    }
  }

  private Archive archive(XmppSession live, Optional<String> room) {
    return new Archive(live, account.user(), room);
  }

  private static Optional<String> room(OutgoingMessage message) {
    return message.isToGroup() ? Optional.of(message.to()) : Optional.empty();
  }

  @Override
  public SendOutcome send(OutgoingMessage message) throws InterruptedException {
    if (!XmppAccount.isAddress(message.to())) {
      return new SendOutcome.Failed("the recipient is no address", false);
    }
    XmppSession live;
    try {
      live = session();
      if (message.isToGroup()) {
        boolean _ = new XmppRooms(live, account).enter(message.to());
      }
    } catch (ChannelException | XmppSession.Refused e) {
      return new SendOutcome.Failed(String.valueOf(e.getMessage()), true);
    }
    StanzaCollector errors = live.collect(one -> isErrorOf(one, message));
    try {
      live.send(stanza(message));
    } catch (ChannelException e) {
      errors.cancel();
      return new SendOutcome.Failed(e.getMessage(), true);
    }
    return outcome(live, message, errors);
  }

  private static boolean isErrorOf(org.jivesoftware.smack.packet.Stanza one, OutgoingMessage of) {
    return one instanceof Message message
        && message.getType() == Message.Type.error
        && of.key().equals(message.getStanzaId())
        && message.getFrom() != null
        && XmppAccount.bare(message.getFrom().toString()).equals(of.to());
  }

  /** Asks the archive, after which everything that the server says at once has come. */
  private SendOutcome outcome(XmppSession live, OutgoingMessage message, StanzaCollector errors)
      throws InterruptedException {
    try {
      Archive.Look look = archive(live, room(message)).look(message.key(), message.to());
      Message error = errors.pollResult();
      if (error != null) {
        // Not sent again by itself: its copy stays in the archive, where a search would find it.
        return new SendOutcome.Failed(
            "it came back: " + XmppSession.words(error.getError()), false);
      }
      return look.accepted()
          .<SendOutcome>map(SendOutcome.Accepted::new)
          .orElseGet(
              () -> new SendOutcome.Unknown(account + " does not show it in its archive yet"));
    } catch (ChannelException | XmppSession.Refused e) {
      return new SendOutcome.Unknown(String.valueOf(e.getMessage()));
    } finally {
      errors.cancel();
    }
  }

  private static Message stanza(OutgoingMessage message) throws ChannelException {
    MessageBuilder stanza =
        StanzaBuilder.buildMessage(message.key())
            .to(XmppSession.jid(message.to()))
            .ofType(message.isToGroup() ? Message.Type.groupchat : Message.Type.chat)
            .setBody(legal(message.text()))
            .addExtension(Xml.of("origin-id", Xml.IDS).addAttribute("id", message.key()).build())
            .addExtension(Xml.of("markable", Xml.MARKERS).build())
            .addExtension(Xml.of("store", "urn:xmpp:hints").build())
            .addExtension(Xml.of("message", Xml.OURS).addAttribute("key", message.key()).build());
    if (!message.references().isEmpty()) {
      stanza.addExtension(
          Xml.of("reply", Xml.REPLY)
              .addAttribute("to", message.to())
              .addAttribute("id", message.references().getLast())
              .build());
    }
    return stanza.build();
  }

  /** Returns a text without characters that XML cannot have: they would end the stream. */
  static String legal(String text) {
    StringBuilder legal = new StringBuilder();
    text.codePoints()
        .filter(
            each ->
                each == '\n'
                    || each == '\t'
                    || (each >= ' ' && each < 0xD800)
                    || (each >= 0xE000 && each != 0xFFFE && each != 0xFFFF))
        .forEach(legal::appendCodePoint);
    return legal.toString();
  }

  @Override
  public Optional<String> find(OutgoingMessage message)
      throws ChannelException, InterruptedException {
    try {
      return archive(session(), room(message)).look(message.key(), message.to()).accepted();
    } catch (XmppSession.Refused e) {
      throw ChannelException.noAnswer(e.getMessage());
    }
  }

  @Override
  public String receive(Optional<String> since, Taker taker)
      throws ChannelException, InterruptedException {
    int _ = wake.drainPermits();
    XmppSession live = session();
    live.announce();
    try {
      if (since.isEmpty()) {
        return new Place.All(archive(live, Optional.empty()).end(), new java.util.TreeMap<>())
            .text();
      }
      Place.All reached = direct(live, Place.All.of(since.get()), taker);
      for (String room : List.copyOf(reached.rooms().keySet())) {
        ofRoom(live, reached, room, taker);
      }
      return reached.text();
    } catch (XmppSession.Refused e) {
      throw ChannelException.noAnswer(account + ": " + e.getMessage());
    }
  }

  /** Passes on what has come to the account itself, and follows the owner into rooms. */
  private Place.All direct(XmppSession live, Place.All since, Taker taker)
      throws ChannelException, XmppSession.Refused, InterruptedException {
    Archive archive = archive(live, Optional.empty());
    XmppMessages reader = new XmppMessages(account, Optional.empty(), false);
    Place.All at = since;
    Archive.Page page;
    do {
      page = archive.after(at.own());
      for (Archive.Archived each : page.items()) {
        at = at.with(Place.after(each));
        follow(live, at, each);
        Optional<ChannelMessage> message = reader.message(each);
        if (message.isPresent() && isCredible(archive, message.get())) {
          taker.take(at.text(), message.get());
        }
      }
    } while (!page.isComplete() && !page.items().isEmpty());
    return at;
  }

  /** Believes a report only from the one to whom the message went. */
  private static boolean isCredible(Archive archive, ChannelMessage message)
      throws ChannelException, XmppSession.Refused, InterruptedException {
    return message.kind() != ChannelMessage.Kind.BOUNCE
        || archive.look(message.key().orElse(""), message.sender().address()).copy().isPresent();
  }

  /** Enters the room into which a message of the owner invites. */
  private void follow(XmppSession live, Place.All at, Archive.Archived one)
      throws ChannelException, InterruptedException {
    XmppRooms rooms = new XmppRooms(live, account);
    Optional<XmppRooms.Invitation> invitation =
        XmppRooms.invitation(account, one)
            .filter(it -> !at.rooms().containsKey(it.room()) && at.rooms().size() < MOST_ROOMS);
    if (invitation.isEmpty()) {
      return;
    }
    String room = invitation.get().room();
    try {
      boolean _ = rooms.enter(room);
      at.rooms().put(room, archive(live, Optional.of(room)).end());
    } catch (XmppSession.Refused e) {
      rooms.decline(invitation.get(), e.getMessage());
    } catch (ChannelException e) {
      requireOpen(live, e);
    }
  }

  /** Passes on what was written in a room; leaves one that is over, and waits for the others. */
  private void ofRoom(XmppSession live, Place.All at, String room, Taker taker)
      throws ChannelException, InterruptedException {
    Archive archive = archive(live, Optional.of(room));
    try {
      XmppMessages reader =
          new XmppMessages(account, Optional.of(room), new XmppRooms(live, account).enter(room));
      Archive.Page page;
      do {
        page = archive.after(at.rooms().getOrDefault(room, Place.BEGINNING));
        for (Archive.Archived each : page.items()) {
          at.rooms().put(room, Place.after(each));
          reader.message(each).ifPresent(message -> taker.take(at.text(), message));
        }
      } while (!page.isComplete() && !page.items().isEmpty());
    } catch (XmppSession.Refused e) {
      if (XmppRooms.isOver(e)) {
        at.rooms().remove(room);
      }
    } catch (ChannelException e) {
      requireOpen(live, e);
    }
  }

  /** Passes over a room that does not answer, while the own server does. */
  private static void requireOpen(XmppSession live, ChannelException e) throws ChannelException {
    if (!live.isOpen()) {
      throw e;
    }
  }

  /** Waits for a message, or the end of the session, which the next call of receive notices. */
  @Override
  public boolean await(Duration most) throws InterruptedException {
    Duration wait = most.compareTo(LONGEST_WAIT) < 0 ? most : LONGEST_WAIT;
    boolean _ = wake.tryAcquire(wait.toMillis(), TimeUnit.MILLISECONDS);
    return true;
  }

  private void end() {
    session.ifPresent(XmppSession::close);
    session = Optional.empty();
  }

  @Override
  public void close() {
    isClosed = true;
    wake.release();
    end();
  }
}
