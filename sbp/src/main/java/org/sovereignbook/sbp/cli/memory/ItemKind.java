package org.sovereignbook.sbp.cli.memory;

import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.society.memory.ItemType;

/** Kind of an item in one word: its type, or a kind within a type, which says the type, too. */
enum ItemKind {
  NOTE(ItemType.NOTE),
  SESSION(ItemType.SESSION),
  LEARNING(ItemType.LEARNING),
  PATTERN(ItemType.LEARNING),
  INSIGHT(ItemType.LEARNING),
  PRINCIPLE(ItemType.LEARNING),
  ENTITY(ItemType.ENTITY),
  PERSON(ItemType.ENTITY),
  PROJECT(ItemType.ENTITY),
  ORG(ItemType.ENTITY),
  CONCEPT(ItemType.ENTITY);

  private static final String TYPE = "type";

  private final ItemType type;

  ItemKind(ItemType type) {
    this.type = type;
  }

  ItemType type() {
    return type;
  }

  /** Returns whether it is a kind within a type. */
  private boolean isWithin() {
    return !Words.of(this).equals(type.toString());
  }

  /** Returns given members with the kind, so that it is said once. */
  JsonObject in(JsonObject members) {
    Optional<String> given = members.string(TYPE);
    if (isWithin() && given.filter(word -> !word.equals(Words.of(this))).isPresent()) {
      throw CliException.wrong(
          "type is %s, and %s in the members: one is enough"
              .formatted(Words.of(this), given.get()));
    }
    if (isWithin()) {
      return members.with(TYPE, Words.of(this));
    }
    return this == LEARNING && !members.has(TYPE) ? members.with(TYPE, "insight") : members;
  }

  /** Returns the members of an item that is one text. */
  JsonObject of(String text) {
    return switch (this) {
      case NOTE, LEARNING, PATTERN, INSIGHT, PRINCIPLE ->
          in(JsonObject.empty().with("content", text));
      case PERSON, PROJECT, ORG, CONCEPT -> in(JsonObject.empty().with("name", text));
      case ENTITY, SESSION ->
          throw CliException.wrong(
              "an item of the type " + type + " has members",
              "such as:  sbp memory add --type person --members '{\"name\": \"Ada\"}'");
    };
  }
}
