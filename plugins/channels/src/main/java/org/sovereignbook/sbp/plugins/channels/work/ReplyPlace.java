package org.sovereignbook.sbp.plugins.channels.work;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.MalformedJson;

/**
 * Place of an answer, as a message to a session names it.
 *
 * @param to the address of the sender, or the id of the group
 * @param refs ids of the thread on the channel, separated by blanks, the answered message last
 */
record ReplyPlace(String channel, String to, boolean isGroup, String subject, String refs) {
  private static final String CHANNEL = "channel";

  String json() {
    return JsonObject.builder()
        .put(CHANNEL, channel)
        .put("to", to)
        .put("group", isGroup)
        .put("subject", subject)
        .put("refs", refs)
        .build()
        .toString();
  }

  static Optional<ReplyPlace> read(String text) {
    try {
      return JsonReader.file(text.getBytes(StandardCharsets.UTF_8)) instanceof JsonObject json
              && json.has(CHANNEL)
          ? Optional.of(
              new ReplyPlace(
                  json.string(CHANNEL).orElse(""),
                  json.string("to").orElse(""),
                  json.bool("group").orElse(false),
                  json.string("subject").orElse(""),
                  json.string("refs").orElse("")))
          : Optional.empty();
    } catch (MalformedJson e) {
      return Optional.empty();
    }
  }
}
