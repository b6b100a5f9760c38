package org.sovereignbook.sbp.plugins.matrix;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.plugins.channels.line.ChannelException;
import org.sovereignbook.sbp.plugins.channels.line.OutgoingMessage;

/** Rooms of the account. A direct chat is a room with one other person. */
record MatrixRooms(MatrixHttp http, String user) {
  private static final String DIRECT = "m.direct";
  private static final int MOST_ROOMS = 200;

  /**
   * Returns the room for a message.
   *
   * @param makes whether a direct chat is begun where there is none
   */
  Optional<String> of(OutgoingMessage message, boolean makes)
      throws ChannelException, InterruptedException {
    if (message.isToGroup()) {
      return Optional.of(message.to());
    }
    Optional<String> known = known(message.to());
    return known.isPresent() || !makes ? known : Optional.of(make(message.to()));
  }

  private String directPath() {
    return MatrixHttp.path("user", user, "account_data", DIRECT);
  }

  private JsonObject direct() throws ChannelException, InterruptedException {
    MatrixHttp.Answer answer = http.get(directPath(), Duration.ZERO);
    return answer.status() == 404 ? JsonObject.empty() : http.require(answer);
  }

  private Optional<String> known(String other) throws ChannelException, InterruptedException {
    List<String> joined =
        http.require(http.get(MatrixHttp.path("joined_rooms"), Duration.ZERO))
            .array("joined_rooms")
            .flatMap(JsonArray::strings)
            .orElse(List.of());
    List<String> marked =
        other.equals(user)
            ? List.of()
            : direct().array(other).flatMap(JsonArray::strings).orElse(List.of());
    Optional<String> chat = marked.stream().filter(joined::contains).findFirst();
    if (chat.isPresent()) {
      return chat;
    }
    for (String room : joined.subList(0, Math.min(joined.size(), MOST_ROOMS))) {
      if (members(room).equals(Set.of(user, other))) {
        return Optional.of(room);
      }
    }
    return Optional.empty();
  }

  private Set<String> members(String room) throws ChannelException, InterruptedException {
    return http.require(http.get(MatrixHttp.path("rooms", room, "joined_members"), Duration.ZERO))
        .object("joined")
        .map(joined -> Set.copyOf(joined.members().keySet()))
        .orElse(Set.of());
  }

  /** Returns whether a room has more than one other person. */
  boolean isGroup(String room) throws ChannelException, InterruptedException {
    return members(room).size() > 2;
  }

  /** Begins a direct chat, and marks it as such, so that it is found again. */
  private String make(String other) throws ChannelException, InterruptedException {
    JsonObject.Builder wanted =
        JsonObject.builder().put("preset", "trusted_private_chat").put("is_direct", true);
    if (!other.equals(user)) {
      wanted.put("invite", JsonArray.ofStrings(List.of(other)));
    }
    String room =
        http.require(http.send("POST", MatrixHttp.path("createRoom"), wanted.build()))
            .string("room_id")
            .orElseThrow(() -> ChannelException.noAnswer("the server made no room"));
    if (!other.equals(user)) {
      JsonObject marked = direct().with(other, JsonArray.of(new JsonString(room)));
      MatrixHttp.Answer _ = http.send("PUT", directPath(), marked);
    }
    return room;
  }
}
