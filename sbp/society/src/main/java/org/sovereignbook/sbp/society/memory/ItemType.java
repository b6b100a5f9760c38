package org.sovereignbook.sbp.society.memory;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Misfit;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.node.PeerText;

/** Type of an item, which decides the members of its body. */
public enum ItemType {
  ENTITY(ItemBody.EntityBody.class),
  SESSION(ItemBody.SessionBody.class),
  LEARNING(ItemBody.LearningBody.class),
  NOTE(ItemBody.NoteBody.class);

  private final Class<? extends Record> body;

  ItemType(Class<? extends Record> body) {
    this.body = body;
  }

  /**
   * Returns the type of this name.
   *
   * @throws SocietyException with {@code unknown_type}
   */
  public static ItemType named(String word) {
    return Words.find(ItemType.class, word)
        .orElseThrow(
            () ->
                SocietyException.wrong(
                    "unknown_type",
                    "unknown_type: " + PeerText.quote(word),
                    "one of " + String.join(", ", Words.all(ItemType.class))));
  }

  /**
   * Checks a body.
   *
   * @throws SocietyException with {@code validation_failed}, which names the member
   */
  ItemBody body(JsonObject json) {
    try {
      return (ItemBody) Shape.of(body).readExactly(json);
    } catch (Misfit e) {
      throw SocietyException.wrong(
          "validation_failed",
          "validation_failed: " + e.in("the " + this),
          "a " + this + " needs " + String.join(", ", needed()));
    } catch (IllegalArgumentException e) {
      throw SocietyException.wrong("validation_failed", "validation_failed: " + e.getMessage());
    }
  }

  /** Returns the members without which a body is refused, with the words that they may have. */
  private List<String> needed() {
    return Stream.of(body.getRecordComponents())
        .filter(part -> part.getType() != Optional.class)
        .map(
            part ->
                part.getType().isEnum()
                    ? "%s (%s)"
                        .formatted(part.getName(), String.join(", ", Words.all(part.getType())))
                    : part.getName())
        .toList();
  }

  /** Returns the domain of an item whose writer named none. */
  Domain domain(Optional<String> subtype) {
    return switch (this) {
      case SESSION -> Domain.INTERRUPT;
      case LEARNING ->
          subtype.filter("principle"::equals).isPresent() ? Domain.VALUE : Domain.PROCEDURAL;
      case ENTITY, NOTE -> Domain.PROCEDURAL;
    };
  }

  @Override
  public String toString() {
    return Words.of(this);
  }
}
