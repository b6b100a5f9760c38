package org.sovereignbook.sbp.plugins.xmpp;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jivesoftware.smack.StanzaCollector;
import org.jivesoftware.smack.packet.IQ;
import org.jivesoftware.smack.packet.Message;
import org.jivesoftware.smack.packet.StandardExtensionElement;
import org.jivesoftware.smack.packet.Stanza;
import org.jivesoftware.smack.packet.StanzaError;
import org.sovereignbook.sbp.plugins.channels.line.ChannelException;

/**
 * Archive of the account, or of a room, at a server (XEP-0313). A message is there once the server
 * has taken it. A result counts only when it comes from the archive itself and answers our query.
 *
 * @param room empty for the account's own
 */
record Archive(XmppSession session, String user, Optional<String> room) {
  private static final int FIRST_PAGE = 5;
  private static final int PAGE = 50;
  private static final int MOST_PAGES = 200;
  private static final String FORM = "jabber:x:data";
  private static final String RSM = "http://jabber.org/protocol/rsm";

  /** A message in the archive, its id and time there. */
  record Archived(String id, Instant at, Xml message) {
    String from() {
      return message.attribute("from").orElse("");
    }

    boolean isError() {
      return message.attribute("type").filter("error"::equals).isPresent();
    }

    /** Returns whether the message itself has a key, or the one that it reports on. */
    boolean isOf(String key) {
      return message.attribute("id").filter(key::equals).isPresent();
    }
  }

  /** Part of the archive, the oldest message first. */
  record Page(List<Archived> items, boolean isComplete) {}

  /**
   * Outcome of a search for a message of ours.
   *
   * @param copy the archive's id of the newest copy
   * @param error what came back after that copy
   */
  record Look(Optional<String> copy, Optional<String> error) {
    /** Returns the id of a copy that has not come back. */
    Optional<String> accepted() {
      return error.isPresent() ? Optional.empty() : copy;
    }
  }

  /** Returns the place after the newest message. */
  Place end() throws ChannelException, XmppSession.Refused, InterruptedException {
    Page newest = ask(List.of(), set(1, Optional.of(""), "before"));
    return newest.items().isEmpty() ? Place.BEGINNING : Place.after(newest.items().getLast());
  }

  /**
   * Returns the next messages after a place. When the archive has the message of that place no
   * more, its time counts.
   */
  Page after(Place place) throws ChannelException, XmppSession.Refused, InterruptedException {
    if (place.id().isEmpty()) {
      return ask(List.of(), set(PAGE, Optional.empty(), "after"));
    }
    try {
      return ask(List.of(), set(PAGE, Optional.of(place.id()), "after"));
    } catch (XmppSession.Refused e) {
      if (!e.is(StanzaError.Condition.item_not_found)) {
        throw e;
      }
      return ask(
          List.of(field("start", place.at().toString())), set(PAGE, Optional.empty(), "after"));
    }
  }

  /**
   * Looks for a message of ours by its key, from the newest back.
   *
   * @param with the other side of a direct chat
   */
  Look look(String key, String with)
      throws ChannelException, XmppSession.Refused, InterruptedException {
    List<StandardExtensionElement> only =
        room.isPresent() ? List.of() : List.of(field("with", with));
    Optional<String> error = Optional.empty();
    String before = "";
    for (int i = 0; i < MOST_PAGES; i++) {
      Page page = ask(only, set(i == 0 ? FIRST_PAGE : PAGE, Optional.of(before), "before"));
      for (Archived each : page.items().reversed()) {
        if (each.isOf(key) && each.isError()) {
          error = error.or(() -> Optional.of(XmppMessages.errorWords(each.message())));
        } else if (each.isOf(key) && isOurs(each)) {
          return new Look(Optional.of(each.id()), error);
        }
      }
      if (page.isComplete() || page.items().isEmpty()) {
        break;
      }
      before = page.items().getFirst().id();
    }
    return new Look(Optional.empty(), error);
  }

  private boolean isOurs(Archived one) {
    return XmppAccount.bare(one.from()).equals(room.orElse(user));
  }

  private Page ask(List<StandardExtensionElement> fields, StandardExtensionElement set)
      throws ChannelException, XmppSession.Refused, InterruptedException {
    String query = UUID.randomUUID().toString();
    StandardExtensionElement.Builder form =
        Xml.of("x", FORM).addAttribute("type", "submit").addElement(field("FORM_TYPE", Xml.MAM));
    fields.forEach(form::addElement);
    StanzaCollector results =
        session.collect(stanza -> result(stanza, room.orElse(user), query).isPresent());
    try {
      Optional<Xml> end =
          session.ask(
              IQ.Type.set,
              room,
              Xml.of("query", Xml.MAM)
                  .addAttribute("queryid", query)
                  .addElement(form.build())
                  .addElement(set)
                  .build());
      List<Archived> items = new ArrayList<>();
      for (Stanza each = results.pollResult(); each != null; each = results.pollResult()) {
        result(each, room.orElse(user), query).flatMap(Archive::archived).ifPresent(items::add);
      }
      return new Page(
          items, end.flatMap(fin -> fin.attribute("complete")).filter("true"::equals).isPresent());
    } finally {
      results.cancel();
    }
  }

  /**
   * Returns a result of our query, from the archive that was asked; anybody can send a message that
   * looks like one (CVE-2017-5589).
   *
   * @param archive the address of the archive; the account's own may leave it out
   */
  static Optional<Xml> result(Stanza stanza, String archive, String query) {
    boolean isOfArchive = stanza.getFrom() == null || stanza.getFrom().toString().equals(archive);
    return stanza instanceof Message
            && isOfArchive
            && stanza.getExtensionElement("result", Xml.MAM) instanceof StandardExtensionElement it
        ? Optional.of(new Xml(it))
            .filter(one -> one.attribute("queryid").filter(query::equals).isPresent())
        : Optional.empty();
  }

  private static Optional<Archived> archived(Xml result) {
    Optional<Xml> forwarded = result.child("forwarded", "urn:xmpp:forward:0");
    Optional<Xml> message = forwarded.flatMap(one -> one.child("message", Xml.CLIENT));
    Instant at =
        forwarded
            .flatMap(one -> one.child("delay", "urn:xmpp:delay"))
            .flatMap(one -> one.attribute("stamp"))
            .map(Archive::time)
            .orElse(Instant.EPOCH);
    return result.attribute("id").flatMap(id -> message.map(one -> new Archived(id, at, one)));
  }

  private static Instant time(String stamp) {
    try {
      return Instant.parse(stamp);
    } catch (DateTimeException e) {
      return Instant.EPOCH;
    }
  }

  private static StandardExtensionElement field(String name, String value) {
    return Xml.of("field", FORM)
        .addAttribute("var", name)
        .addElement(Xml.of("value", FORM).setText(value).build())
        .build();
  }

  private static StandardExtensionElement set(int most, Optional<String> id, String side) {
    StandardExtensionElement.Builder set =
        Xml.of("set", RSM).addElement(Xml.of("max", RSM).setText(Integer.toString(most)).build());
    id.ifPresent(one -> set.addElement(Xml.of(side, RSM).setText(one).build()));
    return set.build();
  }
}
