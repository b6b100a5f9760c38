package org.sovereignbook.sbp.plugins.matrix;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.plugins.channels.line.ChannelMessage;

/**
 * Events of a room as messages. The homeserver authenticates its users, and those of other servers
 * by their server's signature, so that each sender is proven.
 *
 * @param group the room, if it has more than one other person
 */
record MatrixEvents(String user, Optional<String> group) {
  private static final int MAX_TEXT_CHARACTERS = 65_536;
  private static final int MAX_NAME_CHARACTERS = 100;
  private static final String RELATES = "m.relates_to";

  /** Returns the message in an event; empty for an event without an id or a sender. */
  Optional<ChannelMessage> message(JsonObject event) {
    Optional<String> id = event.string("event_id");
    Optional<String> sender = event.string("sender");
    if (id.isEmpty() || sender.isEmpty()) {
      return Optional.empty();
    }
    JsonObject content = event.object("content").orElseGet(JsonObject::empty);
    return Optional.of(
        new ChannelMessage(
            ContentHash.ofBytes(id.get().getBytes(StandardCharsets.UTF_8)).hex(),
            id.get(),
            references(content),
            kind(event, sender.get(), content),
            new ChannelMessage.Sender(
                sender.get(), sender.get(), true, "the homeserver proves it", group),
            new ChannelMessage.Body("", text(content), attachments(content)),
            content.string(MatrixLine.KEY),
            at(event)));
  }

  private ChannelMessage.Kind kind(JsonObject event, String sender, JsonObject content) {
    if (sender.equals(user)) {
      return ChannelMessage.Kind.OWN;
    }
    if (!event.string("type").orElse("").equals("m.room.message")) {
      return ChannelMessage.Kind.BROKEN;
    }
    boolean isEdit =
        content
            .object(RELATES)
            .flatMap(relation -> relation.string("rel_type"))
            .filter("m.replace"::equals)
            .isPresent();
    boolean isNotice = content.string("msgtype").filter("m.notice"::equals).isPresent();
    return isEdit || isNotice ? ChannelMessage.Kind.AUTOMATIC : ChannelMessage.Kind.TALK;
  }

  private static List<String> references(JsonObject content) {
    List<String> references = new ArrayList<>();
    Optional<JsonObject> relation = content.object(RELATES);
    relation
        .filter(one -> one.string("rel_type").filter("m.thread"::equals).isPresent())
        .flatMap(one -> one.string("event_id"))
        .ifPresent(references::add);
    relation
        .flatMap(one -> one.object("m.in_reply_to"))
        .flatMap(one -> one.string("event_id"))
        .ifPresent(references::add);
    return references.stream().filter(one -> one.matches("\\$[!-~]{1,250}")).distinct().toList();
  }

  private static String text(JsonObject content) {
    StringBuilder plain = new StringBuilder();
    Cut.within(
            content.string("body").orElse("(encrypted: this account cannot read it)"),
            MAX_TEXT_CHARACTERS)
        .codePoints()
        .filter(each -> each == '\n' || each == '\t' || !PeerText.isUnsafe(each))
        .forEach(plain::appendCodePoint);
    return plain.toString().strip();
  }

  /** Lists a file, which is not fetched. */
  private static List<ChannelMessage.Attachment> attachments(JsonObject content) {
    if (!content.has("url") && !content.has("file")) {
      return List.of();
    }
    JsonObject info = content.object("info").orElseGet(JsonObject::empty);
    return List.of(
        new ChannelMessage.Attachment(
            Cut.within(
                PeerText.plain(content.string("body").orElse("unnamed")), MAX_NAME_CHARACTERS),
            PeerText.plain(info.string("mimetype").orElse("unknown")),
            Math.max(0, info.integer("size").orElse(0)),
            Optional.empty()));
  }

  private static Instant at(JsonObject event) {
    return Instant.ofEpochMilli(Math.max(0, event.integer("origin_server_ts").orElse(0)));
  }

  /** Returns the receipts of the owner in an ephemeral event. */
  static List<ChannelMessage> receipts(JsonObject event, String owner, Instant now) {
    List<ChannelMessage> receipts = new ArrayList<>();
    JsonObject content = event.object("content").orElseGet(JsonObject::empty);
    for (String read : content.members().keySet()) {
      boolean isOfOwner =
          content
              .object(read)
              .flatMap(kinds -> kinds.object("m.read"))
              .filter(users -> users.has(owner))
              .isPresent();
      if (isOfOwner) {
        receipts.add(
            new ChannelMessage(
                ContentHash.ofBytes(("receipt:" + read).getBytes(StandardCharsets.UTF_8)).hex(),
                read,
                List.of(read),
                ChannelMessage.Kind.RECEIPT,
                new ChannelMessage.Sender(owner, owner, true, "", Optional.empty()),
                new ChannelMessage.Body("", "", List.of()),
                Optional.empty(),
                now));
      }
    }
    return receipts;
  }
}
