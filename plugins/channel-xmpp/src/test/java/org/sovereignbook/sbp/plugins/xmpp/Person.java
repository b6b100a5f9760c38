package org.sovereignbook.sbp.plugins.xmpp;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jivesoftware.smack.packet.IQ;
import org.jivesoftware.smack.packet.Message;
import org.jivesoftware.smack.packet.MessageBuilder;
import org.jivesoftware.smack.packet.StandardExtensionElement;
import org.jivesoftware.smack.packet.StanzaBuilder;

/** A person with a client, who writes, and reads in the archive what has come. */
final class Person implements AutoCloseable {
  private final XmppAccount account;
  private final XmppSession session;

  Person(String user, int port) throws Exception {
    this.account = new XmppAccount("127.0.0.1", port, user, user, () -> "secret");
    this.session = XmppSession.open(account, () -> {});
    session.announce();
  }

  XmppSession session() {
    return session;
  }

  /** Returns a message that is not sent yet. */
  static MessageBuilder message(String to, String text) throws Exception {
    String id = UUID.randomUUID().toString();
    return StanzaBuilder.buildMessage(id)
        .to(XmppSession.jid(to))
        .ofType(Message.Type.chat)
        .setBody(text)
        .addExtension(Xml.of("origin-id", Xml.IDS).addAttribute("id", id).build());
  }

  /** Sends, and waits until the server has it. */
  void send(MessageBuilder message) throws Exception {
    session.send(message.build());
    settle();
  }

  void say(String to, String text) throws Exception {
    send(message(to, text));
  }

  void sayInRoom(String room, String text) throws Exception {
    send(message(room, text).ofType(Message.Type.groupchat));
  }

  /** Waits until the server has done everything that was sent. */
  void settle() throws Exception {
    Optional<Xml> _ =
        session.ask(IQ.Type.get, Optional.of(account.user()), Xml.of("query", Xml.DISCO).build());
  }

  /** Makes a room with an archive, which outlasts its people. */
  void makeRoom(String room, boolean showsSenders) throws Exception {
    makeRoom(room, showsSenders, true);
  }

  /**
   * Makes a room that outlasts its people.
   *
   * @param showsSenders whether everybody sees who writes
   */
  void makeRoom(String room, boolean showsSenders, boolean isArchived) throws Exception {
    session.sendAndWait(
        StanzaBuilder.buildPresence()
            .to(XmppSession.jid(room + "/" + account.name()))
            .addExtension(Xml.of("x", Xml.MUC).build())
            .build(),
        stanza -> stanza.getFrom() != null && stanza.getFrom().toString().startsWith(room));
    StandardExtensionElement form =
        Xml.of("x", "jabber:x:data")
            .addAttribute("type", "submit")
            .addElement(field("FORM_TYPE", "http://jabber.org/protocol/muc#roomconfig"))
            .addElement(field("muc#roomconfig_whois", showsSenders ? "anyone" : "moderators"))
            .addElement(field("muc#roomconfig_persistentroom", "1"))
            .addElement(field("muc#roomconfig_enablearchiving", isArchived ? "1" : "0"))
            .build();
    Optional<Xml> _ =
        session.ask(
            IQ.Type.set,
            Optional.of(room),
            Xml.of("query", "http://jabber.org/protocol/muc#owner").addElement(form).build());
  }

  private static StandardExtensionElement field(String name, String value) {
    return Xml.of("field", "jabber:x:data")
        .addAttribute("var", name)
        .addElement(Xml.of("value", "jabber:x:data").setText(value).build())
        .build();
  }

  void destroy(String room) throws Exception {
    Optional<Xml> _ =
        session.ask(
            IQ.Type.set,
            Optional.of(room),
            Xml.of("query", "http://jabber.org/protocol/muc#owner")
                .addElement(Xml.of("destroy", "http://jabber.org/protocol/muc#owner").build())
                .build());
  }

  boolean exists(String room) throws Exception {
    try {
      return session
          .ask(IQ.Type.get, Optional.of(room), Xml.of("query", Xml.DISCO).build())
          .isPresent();
    } catch (XmppSession.Refused e) {
      return false;
    }
  }

  void enter(String room) throws Exception {
    boolean _ = new XmppRooms(session, account).enter(room);
  }

  /** Invites through the room (XEP-0045). */
  void invite(String room, String whom) throws Exception {
    send(
        StanzaBuilder.buildMessage()
            .to(XmppSession.jid(room))
            .addExtension(
                Xml.of("x", Xml.MUC_USER)
                    .addElement(Xml.of("invite", Xml.MUC_USER).addAttribute("to", whom).build())
                    .build()));
  }

  /** Invites by a message of its own (XEP-0249). */
  void inviteDirectly(String room, String whom) throws Exception {
    send(
        StanzaBuilder.buildMessage()
            .to(XmppSession.jid(whom))
            .addExtension(Xml.of("x", "jabber:x:conference").addAttribute("jid", room).build()));
  }

  /** Returns everything in its archive, or in that of a room. */
  List<Archive.Archived> archive(Optional<String> room) throws Exception {
    Archive archive = new Archive(session, account.user(), room);
    List<Archive.Archived> all = new ArrayList<>();
    Archive.Page page;
    Place at = Place.BEGINNING;
    do {
      page = archive.after(at);
      all.addAll(page.items());
      at = all.isEmpty() ? at : Place.after(all.getLast());
    } while (!page.isComplete() && !page.items().isEmpty());
    return all;
  }

  /** Returns the ids of the messages that somebody has sent to it, the oldest first. */
  List<String> keysFrom(String sender) throws Exception {
    return archive(Optional.empty()).stream()
        .filter(one -> XmppAccount.bare(one.from()).equals(sender) && !one.isError())
        .map(one -> one.message().attribute("id").orElse(""))
        .toList();
  }

  @Override
  public void close() {
    session.close();
  }
}
