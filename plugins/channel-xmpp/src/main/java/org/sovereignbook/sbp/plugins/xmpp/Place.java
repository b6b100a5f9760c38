package org.sovereignbook.sbp.plugins.xmpp;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.TreeMap;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;

/**
 * Place in an archive.
 *
 * @param id of the message before it; empty for the beginning
 */
record Place(String id, Instant at) {
  static final Place BEGINNING = new Place("", Instant.EPOCH);

  static Place after(Archive.Archived last) {
    return new Place(last.id(), last.at());
  }

  /**
   * Places in the account's archive, and in those of the rooms that it has joined.
   *
   * @param rooms by their addresses
   */
  record All(Place own, TreeMap<String, Place> rooms) {
    /** Reads what {@link #text} has written; the beginning of everything for any other text. */
    static All of(String text) {
      TreeMap<String, Place> rooms = new TreeMap<>();
      JsonObject json = JsonObject.empty();
      try {
        if (JsonReader.file(text.getBytes(StandardCharsets.UTF_8)) instanceof JsonObject read) {
          json = read;
        }
      } catch (MalformedJson e) {
        return new All(BEGINNING, rooms);
      }
      JsonObject of = json.object("rooms").orElseGet(JsonObject::empty);
      of.members().keySet().forEach(room -> rooms.put(room, place(of, room)));
      return new All(place(json, "own"), rooms);
    }

    private static Place place(JsonObject of, String name) {
      JsonObject one = of.object(name).orElseGet(JsonObject::empty);
      try {
        return new Place(one.string("id").orElse(""), Instant.parse(one.string("at").orElse("")));
      } catch (DateTimeException e) {
        return new Place(one.string("id").orElse(""), Instant.EPOCH);
      }
    }

    All with(Place moved) {
      return new All(moved, rooms);
    }

    /** Returns the places as a cursor. */
    String text() {
      JsonObject.Builder joined = JsonObject.builder();
      rooms.forEach((room, place) -> joined.put(room, place.json()));
      return JsonWriter.compact(
          JsonObject.builder().put("own", own.json()).put("rooms", joined.build()).build());
    }
  }

  private JsonObject json() {
    return JsonObject.builder().put("id", id).put("at", at.toString()).build();
  }
}
