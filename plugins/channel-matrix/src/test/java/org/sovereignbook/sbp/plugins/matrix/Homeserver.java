package org.sovereignbook.sbp.plugins.matrix;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.MalformedJson;

/** The part of a homeserver of Matrix that an account uses, by the published rules, in memory. */
final class Homeserver {
  static final String AGENT = "@agent:example.org";
  static final String OWNER = "@ann:example.org";
  private static final int LIMIT = 10;

  /** An event of a room; a receipt has a type of its own. */
  private record Event(String room, String id, String type, String sender, JsonObject content) {
    JsonObject json() {
      return JsonObject.builder()
          .put("event_id", id)
          .put("type", type)
          .put("sender", sender)
          .put("origin_server_ts", 1_000)
          .put("content", content)
          .build();
    }
  }

  private final HttpServer http;
  private final List<Event> events = new ArrayList<>();
  private final Map<String, Set<String>> rooms = new TreeMap<>();
  private final Map<String, String> invites = new TreeMap<>();
  private final Map<String, String> transactions = new HashMap<>();
  private JsonObject direct = JsonObject.empty();
  private Predicate<String> lost = _ -> false;

  Homeserver() throws IOException {
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.createContext("/", this::answer);
    http.start();
  }

  String url() {
    return "http://127.0.0.1:" + http.getAddress().getPort();
  }

  void stop() {
    http.stop(0);
  }

  /** Loses the answers to requests whose paths match, after their effect. */
  synchronized void losing(Predicate<String> paths) {
    lost = paths;
  }

  /** Makes a room with these members. */
  synchronized String room(String... members) {
    String id = "!room" + rooms.size() + ":example.org";
    rooms.put(id, new LinkedHashSet<>(List.of(members)));
    return id;
  }

  /** Invites the agent into a room of this person. */
  synchronized String invite(String by) {
    String id = room(by);
    invites.put(id, by);
    return id;
  }

  synchronized void join(String room, String person) {
    rooms.get(room).add(person);
  }

  synchronized Set<String> members(String room) {
    return Set.copyOf(rooms.get(room));
  }

  /** Lets a person write in a room. */
  synchronized String say(String room, String sender, String text) {
    return say(
        room, sender, JsonObject.builder().put("msgtype", "m.text").put("body", text).build());
  }

  synchronized String say(String room, String sender, JsonObject content) {
    String id = "$event" + events.size();
    events.add(new Event(room, id, "m.room.message", sender, content));
    return id;
  }

  /** Reports that a person has read an event. */
  synchronized void read(String room, String person, String event) {
    JsonObject content =
        JsonObject.builder()
            .put(
                event,
                JsonObject.builder()
                    .put(
                        "m.read",
                        JsonObject.builder()
                            .put(person, JsonObject.builder().put("ts", 1).build())
                            .build())
                    .build())
            .build();
    events.add(new Event(room, "", "m.receipt", person, content));
  }

  /** Returns what the agent has said, the oldest first. */
  synchronized List<JsonObject> said() {
    return events.stream()
        .filter(event -> event.sender().equals(AGENT))
        .map(event -> event.content().with("room", event.room()))
        .toList();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      String path = exchange.getRequestURI().getRawPath();
      String query = Optional.ofNullable(exchange.getRequestURI().getRawQuery()).orElse("");
      String token = exchange.getRequestHeaders().getFirst("Authorization");
      Optional<JsonObject> found =
          "Bearer secret".equals(token)
              ? answer(exchange.getRequestMethod(), path, query(query), json(body))
              : Optional.empty();
      boolean isLost;
      synchronized (this) {
        isLost = lost.test(path);
      }
      if (isLost) {
        return;
      }
      byte[] answer =
          found
              .orElseGet(
                  () ->
                      JsonObject.builder()
                          .put("errcode", "M_NOT_FOUND")
                          .put("error", "unknown")
                          .build())
              .toString()
              .getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(found.isPresent() ? 200 : 404, answer.length);
      exchange.getResponseBody().write(answer);
    }
  }

  private static JsonObject json(byte[] body) {
    try {
      return body.length > 0 && JsonReader.file(body) instanceof JsonObject json
          ? json
          : JsonObject.empty();
    } catch (MalformedJson e) {
      throw new AssertionError(e);
    }
  }

  private static Map<String, String> query(String raw) {
    Map<String, String> query = new HashMap<>();
    Arrays.stream(raw.split("&"))
        .map(pair -> pair.split("=", 2))
        .filter(pair -> pair.length == 2)
        .forEach(pair -> query.put(pair[0], URLDecoder.decode(pair[1], StandardCharsets.UTF_8)));
    return query;
  }

  private synchronized Optional<JsonObject> answer(
      String method, String raw, Map<String, String> query, JsonObject body) {
    List<String> path =
        Arrays.stream(raw.substring("/_matrix/client/v3/".length()).split("/"))
            .map(part -> URLDecoder.decode(part, StandardCharsets.UTF_8))
            .toList();
    return switch (path.getFirst()) {
      case "sync" -> Optional.of(sync(query));
      case "joined_rooms" ->
          Optional.of(
              JsonObject.builder()
                  .put(
                      "joined_rooms",
                      JsonArray.ofStrings(
                          rooms.keySet().stream()
                              .filter(room -> rooms.get(room).contains(AGENT))
                              .toList()))
                  .build());
      case "createRoom" -> {
        String room = room(AGENT);
        body.array("invite").flatMap(JsonArray::strings).ifPresent(rooms.get(room)::addAll);
        yield Optional.of(JsonObject.builder().put("room_id", room).build());
      }
      case "user" -> {
        if (method.equals("PUT")) {
          direct = body;
        }
        yield Optional.of(direct);
      }
      case "rooms" -> inRoom(path, query, body);
      default -> Optional.empty();
    };
  }

  private Optional<JsonObject> inRoom(
      List<String> path, Map<String, String> query, JsonObject body) {
    String room = path.get(1);
    return switch (path.get(2)) {
      case "send" -> {
        String id = transactions.computeIfAbsent(path.get(4), _ -> say(room, AGENT, body));
        yield Optional.of(JsonObject.builder().put("event_id", id).build());
      }
      case "join" -> {
        rooms.get(room).add(AGENT);
        invites.remove(room);
        yield Optional.of(JsonObject.empty());
      }
      case "joined_members" -> {
        JsonObject.Builder members = JsonObject.builder();
        rooms.get(room).forEach(member -> members.put(member, JsonObject.empty()));
        yield Optional.of(JsonObject.builder().put("joined", members.build()).build());
      }
      case "messages" -> Optional.of(messages(room, query));
      default -> Optional.empty();
    };
  }

  /** Returns messages backwards from a place; a place is the number of events before it. */
  private JsonObject messages(String room, Map<String, String> query) {
    int from = Integer.parseInt(query.getOrDefault("from", Integer.toString(events.size())));
    int to = Integer.parseInt(query.getOrDefault("to", "0"));
    List<JsonObject> chunk = new ArrayList<>();
    int at = from;
    while (at > to && chunk.size() < LIMIT) {
      at--;
      if (events.get(at).room().equals(room) && !events.get(at).id().isEmpty()) {
        chunk.add(events.get(at).json());
      }
    }
    JsonObject.Builder page = JsonObject.builder().put("chunk", JsonArray.of(chunk));
    if (at > to) {
      page.put("end", Integer.toString(at));
    }
    return page.build();
  }

  private JsonObject sync(Map<String, String> query) {
    int since = Integer.parseInt(query.getOrDefault("since", "0"));
    JsonObject.Builder joined = JsonObject.builder();
    for (String room : rooms.keySet()) {
      List<Integer> fresh = new ArrayList<>();
      List<JsonObject> receipts = new ArrayList<>();
      for (int i = since; i < events.size(); i++) {
        if (events.get(i).room().equals(room) && events.get(i).id().isEmpty()) {
          receipts.add(events.get(i).json());
        } else if (events.get(i).room().equals(room)) {
          fresh.add(i);
        }
      }
      List<Integer> last = fresh.subList(Math.max(0, fresh.size() - LIMIT), fresh.size());
      if (rooms.get(room).contains(AGENT) && (!fresh.isEmpty() || !receipts.isEmpty())) {
        joined.put(
            room,
            JsonObject.builder()
                .put(
                    "timeline",
                    JsonObject.builder()
                        .put(
                            "events",
                            JsonArray.of(last.stream().map(i -> events.get(i).json()).toList()))
                        .put("limited", fresh.size() > last.size())
                        .put(
                            "prev_batch",
                            Integer.toString(last.isEmpty() ? since : last.getFirst()))
                        .build())
                .put(
                    "ephemeral", JsonObject.builder().put("events", JsonArray.of(receipts)).build())
                .build());
      }
    }
    JsonObject.Builder invited = JsonObject.builder();
    invites.forEach((room, by) -> invited.put(room, invitation(by)));
    return JsonObject.builder()
        .put("next_batch", Integer.toString(events.size()))
        .put(
            "rooms",
            JsonObject.builder().put("join", joined.build()).put("invite", invited.build()).build())
        .build();
  }

  private static JsonObject invitation(String by) {
    JsonObject member =
        JsonObject.builder()
            .put("type", "m.room.member")
            .put("state_key", AGENT)
            .put("sender", by)
            .build();
    return JsonObject.builder()
        .put("invite_state", JsonObject.builder().put("events", JsonArray.of(member)).build())
        .build();
  }
}
