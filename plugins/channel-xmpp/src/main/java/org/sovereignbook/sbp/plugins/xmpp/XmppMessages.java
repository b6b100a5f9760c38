package org.sovereignbook.sbp.plugins.xmpp;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.plugins.channels.line.ChannelMessage;

/**
 * Messages of an archive. In a direct chat the sender's server authenticates the sender, and the
 * account's server that server. In a room only its service knows who writes: a sender is proven
 * when the room shows everybody's address, and its archive names exactly one.
 *
 * @param room empty for direct chats
 * @param showsSenders whether the room shows everybody's address
 */
record XmppMessages(XmppAccount account, Optional<String> room, boolean showsSenders) {
  private static final int MAX_TEXT_CHARACTERS = 65_536;
  private static final int MAX_NAME_CHARACTERS = 100;
  private static final Pattern REF = Pattern.compile("[!-~]{1,250}");
  private static final Set<String> READ = Set.of("displayed", "acknowledged");
  private static final List<String> ENCRYPTED =
      List.of("urn:xmpp:eme:0", "eu.siacs.conversations.axolotl", "urn:xmpp:omemo:2");

  /** Returns the message that somebody else has written; empty for what is none. */
  Optional<ChannelMessage> message(Archive.Archived one) {
    ChannelMessage.Sender sender = room.isPresent() ? inRoom(one) : direct(one);
    boolean isOwn = sender.isProven() && sender.address().equals(account.user());
    String type = one.message().attribute("type").orElse("normal");
    boolean isOfRoom = type.equals("groupchat");
    if (isOwn || isOfRoom != room.isPresent() || one.from().isEmpty()) {
      return Optional.empty();
    }
    if (one.isError()) {
      return key(one).map(key -> made(one, ChannelMessage.Kind.BOUNCE, sender, words(one), key));
    }
    Optional<Xml> body = one.message().child("body", Xml.CLIENT);
    if (isEncrypted(one.message())) {
      return Optional.of(
          made(
              one,
              ChannelMessage.Kind.BROKEN,
              sender,
              "it is encrypted, and this account cannot read it",
              ""));
    }
    if (body.isEmpty()) {
      return receipt(one, sender);
    }
    return Optional.of(
        made(
            one,
            isProgram(one.message(), type)
                ? ChannelMessage.Kind.AUTOMATIC
                : ChannelMessage.Kind.TALK,
            sender,
            plain(body.get().text()),
            ""));
  }

  private static Optional<String> key(Archive.Archived one) {
    return one.message().attribute("id").filter(id -> id.matches("[0-9a-f]{16}"));
  }

  private static String words(Archive.Archived one) {
    return errorWords(one.message());
  }

  /** Returns the error of a message that came back, in words. */
  static String errorWords(Xml message) {
    Optional<Xml> error = message.child("error", Xml.CLIENT);
    String condition =
        error
            .map(Xml::element)
            .flatMap(one -> Optional.ofNullable(one.getElements()))
            .orElseGet(List::of)
            .stream()
            .map(one -> one.getElementName())
            .filter(name -> !name.equals("text"))
            .findFirst()
            .orElse("error");
    String text =
        error
            .flatMap(one -> one.child("text", "urn:ietf:params:xml:ns:xmpp-stanzas"))
            .map(Xml::text)
            .orElse("");
    return PeerText.plain(Cut.within((condition + " " + text).strip(), 200));
  }

  private static ChannelMessage.Sender direct(Archive.Archived one) {
    boolean isPrivateInRoom = one.message().has("x", Xml.MUC_USER);
    String address = isPrivateInRoom ? one.from() : XmppAccount.bare(one.from());
    return new ChannelMessage.Sender(
        address,
        address,
        !isPrivateInRoom,
        isPrivateInRoom ? "a private message in a room" : "its server proves it",
        Optional.empty());
  }

  private ChannelMessage.Sender inRoom(Archive.Archived one) {
    List<Xml> shown = one.message().children("x", Xml.MUC_USER);
    List<String> addresses =
        shown.stream()
            .flatMap(each -> each.children("item", Xml.MUC_USER).stream())
            .flatMap(item -> item.attribute("jid").stream())
            .map(XmppAccount::bare)
            .toList();
    boolean isInRoom = XmppAccount.bare(one.from()).equals(room.orElse(""));
    boolean isProven = showsSenders && isInRoom && shown.size() == 1 && addresses.size() == 1;
    String nick = one.from().substring(Math.min(one.from().length(), room.orElse("").length() + 1));
    return new ChannelMessage.Sender(
        isProven ? addresses.getFirst() : one.from(),
        Cut.within(PeerText.plain(nick), MAX_NAME_CHARACTERS),
        isProven,
        isProven ? "the room's server proves it" : "the room does not show who writes",
        room);
  }

  private static boolean isEncrypted(Xml message) {
    return ENCRYPTED.stream()
        .anyMatch(one -> message.has("encrypted", one) || message.has("encryption", one));
  }

  /** Returns whether nobody shall answer: a program, a correction, or an invitation wrote it. */
  private static boolean isProgram(Xml message, String type) {
    return type.equals("headline")
        || message.has("message", Xml.OURS)
        || message.has("replace", "urn:xmpp:message-correct:0")
        || message.has("x", "jabber:x:conference")
        || message.children("x", Xml.MUC_USER).stream()
            .anyMatch(x -> x.has("invite", Xml.MUC_USER) || x.has("decline", Xml.MUC_USER));
  }

  /** Returns a read marker of the owner. */
  private Optional<ChannelMessage> receipt(Archive.Archived one, ChannelMessage.Sender sender) {
    if (room.isPresent() || !sender.isProven() || !sender.address().equals(account.owner())) {
      return Optional.empty();
    }
    return READ.stream()
        .flatMap(name -> one.message().child(name, Xml.MARKERS).stream())
        .flatMap(marker -> marker.attribute("id").stream())
        .filter(id -> REF.matcher(id).matches())
        .findFirst()
        .map(
            id ->
                new ChannelMessage(
                    hash("marker", one.id()),
                    id,
                    List.of(id),
                    ChannelMessage.Kind.RECEIPT,
                    sender,
                    new ChannelMessage.Body("", "", List.of()),
                    Optional.empty(),
                    one.at()));
  }

  private ChannelMessage made(
      Archive.Archived one,
      ChannelMessage.Kind kind,
      ChannelMessage.Sender sender,
      String text,
      String key) {
    return new ChannelMessage(
        id(one, text),
        ref(one),
        one.message().child("reply", Xml.REPLY).flatMap(reply -> reply.attribute("id")).stream()
            .filter(id -> REF.matcher(id).matches())
            .toList(),
        kind,
        sender,
        new ChannelMessage.Body("", text, List.of()),
        Optional.of(key).filter(one1 -> !one1.isEmpty()),
        one.at());
  }

  /**
   * Returns one id for all copies of a message that its sender has sent again (XEP-0359), else one
   * for each message of the archive.
   */
  private String id(Archive.Archived one, String text) {
    return one.message()
        .child("origin-id", Xml.IDS)
        .flatMap(origin -> origin.attribute("id"))
        .filter(id -> !id.isBlank())
        .map(id -> hash("origin", room.orElse(""), sender(one), id, text))
        .orElseGet(() -> hash("archive", room.orElse(""), one.id()));
  }

  /** Returns who wrote it, as far as nobody else can: resources change with each connection. */
  private String sender(Archive.Archived one) {
    return room.isPresent() || one.message().has("x", Xml.MUC_USER)
        ? one.from()
        : XmppAccount.bare(one.from());
  }

  private String ref(Archive.Archived one) {
    return room.isPresent()
        ? one.id()
        : one.message().attribute("id").filter(id -> REF.matcher(id).matches()).orElse(one.id());
  }

  private static String hash(String... parts) {
    StringBuilder all = new StringBuilder();
    for (String part : parts) {
      all.append(part.length()).append(':').append(part);
    }
    return ContentHash.ofBytes(all.toString().getBytes(StandardCharsets.UTF_8)).hex();
  }

  private static String plain(String text) {
    StringBuilder plain = new StringBuilder();
    Cut.within(text, MAX_TEXT_CHARACTERS)
        .codePoints()
        .filter(each -> each == '\n' || each == '\t' || !PeerText.isUnsafe(each))
        .forEach(plain::appendCodePoint);
    return plain.toString().strip();
  }
}
