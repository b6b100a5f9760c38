package org.sovereignbook.sbp.plugins.xmpp;

import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jivesoftware.smack.filter.StanzaFilter;
import org.jivesoftware.smack.packet.IQ;
import org.jivesoftware.smack.packet.Message;
import org.jivesoftware.smack.packet.Presence;
import org.jivesoftware.smack.packet.StandardExtensionElement;
import org.jivesoftware.smack.packet.StanzaBuilder;
import org.jivesoftware.smack.packet.StanzaError;
import org.sovereignbook.sbp.plugins.channels.line.ChannelException;

/** Rooms of the account (XEP-0045). It enters none that is not there: that would make one. */
record XmppRooms(XmppSession session, XmppAccount account) {
  private static final Set<StanzaError.Condition> ENDED =
      Set.of(
          StanzaError.Condition.item_not_found,
          StanzaError.Condition.gone,
          StanzaError.Condition.forbidden,
          StanzaError.Condition.not_allowed,
          StanzaError.Condition.not_authorized,
          StanzaError.Condition.registration_required);

  /**
   * Invitation by the owner.
   *
   * @param inviter to whom it is declined; empty when that cannot be
   */
  record Invitation(String room, Optional<String> inviter) {}

  /** Returns whether the account is in a room no more. */
  static boolean isOver(XmppSession.Refused refused) {
    return ENDED.stream().anyMatch(refused::is);
  }

  /**
   * Returns the owner's invitation in a message: one that the owner has sent (XEP-0249), or one by
   * a room whose service is trusted to name the inviter.
   */
  static Optional<Invitation> invitation(XmppAccount account, Archive.Archived one) {
    if (one.isError()) {
      return Optional.empty();
    }
    String from = XmppAccount.bare(one.from());
    Optional<Xml> mediated =
        one.message().children("x", Xml.MUC_USER).stream()
            .flatMap(x -> x.child("invite", Xml.MUC_USER).stream())
            .findFirst();
    if (mediated.isPresent()) {
      return mediated
          .flatMap(invite -> invite.attribute("from"))
          .filter(by -> XmppAccount.bare(by).equals(account.owner()) && account.trusts(from))
          .map(by -> new Invitation(from, Optional.of(by)))
          .filter(XmppRooms::isOfRoom);
    }
    return one.message()
        .child("x", "jabber:x:conference")
        .filter(_ -> from.equals(account.owner()))
        .flatMap(x -> x.attribute("jid"))
        .map(room -> new Invitation(room, Optional.empty()))
        .filter(XmppRooms::isOfRoom);
  }

  private static boolean isOfRoom(Invitation invitation) {
    return XmppAccount.isAddress(invitation.room());
  }

  /**
   * Enters a room, once in a session.
   *
   * @return whether the room shows who writes
   * @throws XmppSession.Refused when it is not there, keeps no archive, or lets nobody in
   */
  boolean enter(String room) throws ChannelException, XmppSession.Refused, InterruptedException {
    Boolean known = session.entered().get(room);
    if (known != null) {
      return known;
    }
    Set<String> features = features(room);
    if (!features.contains(Xml.MAM)) {
      throw new XmppSession.Refused(
          StanzaError.from(
                  StanzaError.Condition.not_allowed, "the room keeps no archive (XEP-0313)")
              .build());
    }
    try {
      present(room, account.name());
    } catch (XmppSession.Refused e) {
      if (!e.is(StanzaError.Condition.conflict)) {
        throw e;
      }
      present(room, account.name() + " (" + account.domain() + ")");
    }
    boolean showsSenders = features.contains("muc_nonanonymous");
    session.entered().put(room, showsSenders);
    return showsSenders;
  }

  private Set<String> features(String room)
      throws ChannelException, XmppSession.Refused, InterruptedException {
    return session
        .ask(IQ.Type.get, Optional.of(room), Xml.of("query", Xml.DISCO).build())
        .map(XmppRooms::features)
        .orElseGet(Set::of);
  }

  /** Returns the features in an answer (XEP-0030). */
  static Set<String> features(Xml answer) {
    return answer.children("feature", Xml.DISCO).stream()
        .flatMap(one -> one.attribute("var").stream())
        .collect(Collectors.toSet());
  }

  private void present(String room, String nick)
      throws ChannelException, XmppSession.Refused, InterruptedException {
    StandardExtensionElement history =
        Xml.of("history", Xml.MUC).addAttribute("maxstanzas", "0").build();
    Presence presence =
        StanzaBuilder.buildPresence()
            .to(XmppSession.jid(room + "/" + nick))
            .addExtension(Xml.of("x", Xml.MUC).addElement(history).build())
            .build();
    session.sendAndWait(presence, answerOf(room));
  }

  /** Lets through the room's word that the account is in it, or is not let in. */
  private static StanzaFilter answerOf(String room) {
    return stanza ->
        stanza instanceof Presence presence
            && presence.getFrom() != null
            && XmppAccount.bare(presence.getFrom().toString()).equals(room)
            && (presence.getType() == Presence.Type.error
                || statuses(presence).anyMatch("110"::equals));
  }

  private static Stream<String> statuses(Presence presence) {
    return presence.getExtensionElement("x", Xml.MUC_USER) instanceof StandardExtensionElement x
        ? new Xml(x)
            .children("status", Xml.MUC_USER).stream()
                .flatMap(one -> one.attribute("code").stream())
        : Stream.empty();
  }

  /** Tells the owner why an invitation was not followed, where the protocol has a way. */
  void decline(Invitation invitation, String why) throws ChannelException, InterruptedException {
    if (invitation.inviter().isEmpty()) {
      return;
    }
    StandardExtensionElement decline =
        Xml.of("decline", Xml.MUC_USER)
            .addAttribute("to", invitation.inviter().get())
            .addElement(Xml.of("reason", Xml.MUC_USER).setText(why).build())
            .build();
    Message message =
        StanzaBuilder.buildMessage()
            .to(XmppSession.jid(invitation.room()))
            .addExtension(Xml.of("x", Xml.MUC_USER).addElement(decline).build())
            .build();
    session.send(message);
  }
}
