package org.sovereignbook.sbp.plugins.matrix;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.peer.markdown.Markdown;
import org.sovereignbook.sbp.plugins.channels.line.ChannelException;
import org.sovereignbook.sbp.plugins.channels.line.ChannelLine;
import org.sovereignbook.sbp.plugins.channels.line.OutgoingMessage;
import org.sovereignbook.sbp.plugins.channels.line.SendOutcome;

/**
 * Account at a homeserver. The key of a message is its transaction id, under which the server takes
 * it once; it is also in the message, where it can be found after any time.
 */
final class MatrixLine implements ChannelLine {
  static final String KEY = "org.sovereignbook.key";
  private static final String MESSAGE = "m.room.message";
  private static final String FILTER =
      "{\"presence\":{\"types\":[]},\"account_data\":{\"types\":[]},\"room\":{\"state\":"
          + "{\"types\":[]},\"account_data\":{\"types\":[]},\"timeline\":{\"limit\":100,\"types\":"
          + "[\"m.room.message\",\"m.room.encrypted\"]},\"ephemeral\":{\"types\":[\"m.receipt\"]}}}";
  private static final Duration LONGEST_POLL = Duration.ofSeconds(60);
  private static final int TITLE_LEVEL = 1;
  private static final int SEARCHED = 100;

  private final MatrixHttp http;
  private final String user;
  private final String owner;
  private final InstantSource clock;
  private Optional<String> next = Optional.empty();

  MatrixLine(MatrixHttp http, String user, String owner, InstantSource clock) {
    this.http = http;
    this.user = user;
    this.owner = owner;
    this.clock = clock;
  }

  @Override
  public String address() {
    return user;
  }

  @Override
  public SendOutcome send(OutgoingMessage message) throws InterruptedException {
    try {
      Optional<String> room = new MatrixRooms(http, user).of(message, true);
      if (room.isEmpty()) {
        return new SendOutcome.Failed("there is no room for " + message.to(), false);
      }
      MatrixHttp.Answer answer =
          http.send(
              "PUT",
              MatrixHttp.path("rooms", room.get(), "send", MESSAGE, message.key()),
              content(message));
      return outcome(answer);
    } catch (ChannelException e) {
      return new SendOutcome.Failed(e.getMessage(), true);
    }
  }

  private SendOutcome outcome(MatrixHttp.Answer answer) {
    Optional<String> event = answer.json().string("event_id");
    if (answer.isDone() && event.isPresent()) {
      return new SendOutcome.Accepted(event.get());
    }
    int status = answer.status();
    String why = http.server().getHost() + " refuses it: " + answer.words();
    boolean isRefused = status / 100 == 4;
    boolean mayChange = status == 401 || status == 408 || status == 429 || status < 0;
    return isRefused || status < 0
        ? new SendOutcome.Failed(why, mayChange)
        : new SendOutcome.Unknown(why);
  }

  private static JsonObject content(OutgoingMessage message) {
    JsonObject.Builder content =
        JsonObject.builder()
            .put("msgtype", "m.text")
            .put("body", message.text())
            .put("format", "org.matrix.custom.html")
            .put("formatted_body", Markdown.html(message.text(), TITLE_LEVEL))
            .put(KEY, message.key());
    if (!message.references().isEmpty() && message.references().getLast().startsWith("$")) {
      content.put(
          "m.relates_to",
          JsonObject.builder()
              .put(
                  "m.in_reply_to",
                  JsonObject.builder().put("event_id", message.references().getLast()).build())
              .build());
    }
    return content.build();
  }

  @Override
  public Optional<String> find(OutgoingMessage message)
      throws ChannelException, InterruptedException {
    Optional<String> room = new MatrixRooms(http, user).of(message, false);
    if (room.isEmpty()) {
      return Optional.empty();
    }
    JsonObject page =
        http.require(
            http.get(
                MatrixHttp.path("rooms", room.get(), "messages") + "?dir=b&limit=" + SEARCHED,
                Duration.ZERO));
    return objects(page, "chunk").stream()
        .filter(event -> event.string("sender").filter(user::equals).isPresent())
        .filter(
            event ->
                event
                    .object("content")
                    .flatMap(content -> content.string(KEY))
                    .filter(message.key()::equals)
                    .isPresent())
        .flatMap(event -> event.string("event_id").stream())
        .findFirst();
  }

  @Override
  public String receive(Optional<String> since, Taker taker)
      throws ChannelException, InterruptedException {
    next = since;
    JsonObject sync = sync(Duration.ZERO);
    String reached =
        sync.string("next_batch")
            .orElseThrow(() -> ChannelException.noAnswer("the server's answer has no next_batch"));
    JsonObject rooms = sync.object("rooms").orElseGet(JsonObject::empty);
    join(rooms.object("invite").orElseGet(JsonObject::empty));
    if (since.isPresent()) {
      JsonObject joined = rooms.object("join").orElseGet(JsonObject::empty);
      for (String room : joined.members().keySet()) {
        pass(room, joined.object(room).orElseThrow(), since.get(), taker);
      }
    }
    next = Optional.of(reached);
    return reached;
  }

  private JsonObject sync(Duration wait) throws ChannelException, InterruptedException {
    String path =
        "/_matrix/client/v3/sync?timeout="
            + wait.toMillis()
            + "&filter="
            + MatrixHttp.encoded(FILTER)
            + next.map(since -> "&since=" + MatrixHttp.encoded(since)).orElse("");
    return http.require(http.get(path, wait));
  }

  /** Joins the rooms into which the owner invites, and no others. */
  private void join(JsonObject invites) throws ChannelException, InterruptedException {
    for (String room : invites.members().keySet()) {
      boolean isOfOwner =
          invites
              .object(room)
              .flatMap(one -> one.object("invite_state"))
              .map(state -> objects(state, "events"))
              .orElse(List.of())
              .stream()
              .filter(event -> event.string("type").filter("m.room.member"::equals).isPresent())
              .filter(event -> event.string("state_key").filter(user::equals).isPresent())
              .anyMatch(event -> event.string("sender").filter(owner::equals).isPresent());
      if (isOfOwner) {
        MatrixHttp.Answer _ =
            http.send("POST", MatrixHttp.path("rooms", room, "join"), JsonObject.empty());
      }
    }
  }

  /**
   * Passes on the messages of a room. The place stays the one before them all, since one place is
   * for all rooms: what comes again is recognized.
   */
  private void pass(String room, JsonObject joined, String since, Taker taker)
      throws ChannelException, InterruptedException {
    JsonObject timeline = joined.object("timeline").orElseGet(JsonObject::empty);
    List<JsonObject> events = new ArrayList<>();
    if (timeline.bool("limited").orElse(false)) {
      events.addAll(between(room, timeline.string("prev_batch"), since));
    }
    events.addAll(objects(timeline, "events"));
    if (!events.isEmpty()) {
      boolean isGroup = new MatrixRooms(http, user).isGroup(room);
      MatrixEvents reader = new MatrixEvents(user, isGroup ? Optional.of(room) : Optional.empty());
      events.forEach(event -> reader.message(event).ifPresent(one -> taker.take(since, one)));
    }
    joined
        .object("ephemeral")
        .map(ephemeral -> objects(ephemeral, "events"))
        .orElse(List.of())
        .forEach(
            event ->
                MatrixEvents.receipts(event, owner, clock.instant())
                    .forEach(one -> taker.take(since, one)));
  }

  /** Returns the messages that a long pause has left out, the oldest first. */
  private List<JsonObject> between(String room, Optional<String> before, String since)
      throws ChannelException, InterruptedException {
    List<JsonObject> found = new ArrayList<>();
    Optional<String> from = before;
    while (from.isPresent() && found.size() < 10_000) {
      JsonObject page =
          http.require(
              http.get(
                  MatrixHttp.path("rooms", room, "messages")
                      + "?dir=b&limit=100&from="
                      + MatrixHttp.encoded(from.get())
                      + "&to="
                      + MatrixHttp.encoded(since),
                  Duration.ZERO));
      found.addAll(objects(page, "chunk"));
      Optional<String> end = page.string("end");
      from = end.equals(from) || objects(page, "chunk").isEmpty() ? Optional.empty() : end;
    }
    return found.reversed();
  }

  static List<JsonObject> objects(JsonObject of, String member) {
    return of.array(member).map(JsonArray::objects).orElse(List.of());
  }

  /** Waits by a long poll, whose answer the next call of receive gets again. */
  @Override
  public boolean await(Duration most) throws ChannelException, InterruptedException {
    JsonObject _ = sync(most.compareTo(LONGEST_POLL) < 0 ? most : LONGEST_POLL);
    return true;
  }

  @Override
  public void close() {
    http.close();
  }
}
