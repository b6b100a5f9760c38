package org.sovereignbook.sbp.society.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.Words;

/** Body of an item: what its writer gave. Lists that are absent are empty. */
sealed interface ItemBody {
  /** Longest line of a list that shows a body. */
  int TITLE_CHARACTERS = 100;

  /** Lines of a text above which it is one passage. */
  int MAX_PASSAGES = 1_000;

  /** Returns a line for lists. */
  String heading();

  /** Returns the kind within the type, such as {@code person} or {@code principle}. */
  Optional<String> subtype();

  /** Returns the texts to search, in order. */
  List<String> passages();

  Optional<List<String>> tags();

  /** Person, project, organization or concept. */
  record EntityBody(
      Optional<String> id,
      EntityKind type,
      String name,
      Optional<List<String>> aliases,
      Optional<List<String>> tags,
      Optional<String> summary,
      Optional<JsonObject> details,
      Optional<List<String>> refs,
      Optional<String> createdAt,
      Optional<String> updatedAt)
      implements ItemBody {
    /** Kind of an entity. */
    enum EntityKind {
      PERSON,
      PROJECT,
      ORG,
      CONCEPT
    }

    @Override
    public String heading() {
      return Cut.within(name, TITLE_CHARACTERS);
    }

    @Override
    public Optional<String> subtype() {
      return Optional.of(Words.of(type));
    }

    @Override
    public List<String> passages() {
      List<String> texts = new ArrayList<>();
      texts.add(name);
      texts.addAll(list(aliases));
      summary.ifPresent(texts::add);
      details.ifPresent(it -> strings(it, texts));
      return texts;
    }
  }

  /** Session that is over. */
  record SessionBody(
      Optional<String> id,
      String date,
      Optional<Integer> durationMinutes,
      String focus,
      Optional<List<String>> highlights,
      Optional<List<String>> decisions,
      Optional<List<String>> entitiesMentioned,
      Optional<Integer> noveltyScore,
      Optional<List<String>> tags,
      Optional<List<String>> transcript)
      implements ItemBody {
    @Override
    public String heading() {
      return Cut.within(focus, TITLE_CHARACTERS);
    }

    @Override
    public Optional<String> subtype() {
      return Optional.empty();
    }

    @Override
    public List<String> passages() {
      List<String> texts = new ArrayList<>();
      texts.add(focus);
      texts.addAll(list(highlights));
      texts.addAll(list(decisions));
      texts.addAll(list(entitiesMentioned));
      texts.addAll(list(transcript));
      return texts;
    }
  }

  /**
   * Something learned.
   *
   * @param confidence in per mille
   */
  record LearningBody(
      Optional<String> id,
      LearningKind type,
      String content,
      Optional<String> context,
      Optional<Integer> confidence,
      Optional<String> sourceSession,
      Optional<Boolean> validated,
      Optional<List<String>> tags,
      Optional<String> createdAt)
      implements ItemBody {
    /** How far it goes. */
    enum LearningKind {
      PATTERN,
      INSIGHT,
      PRINCIPLE
    }

    @Override
    public String heading() {
      return firstLine(content);
    }

    @Override
    public Optional<String> subtype() {
      return Optional.of(Words.of(type));
    }

    @Override
    public List<String> passages() {
      List<String> texts = new ArrayList<>(paragraphs(content));
      context.ifPresent(it -> texts.addAll(paragraphs(it)));
      return texts;
    }
  }

  /** Free text. */
  record NoteBody(
      Optional<String> id, Optional<String> title, String content, Optional<List<String>> tags)
      implements ItemBody {
    @Override
    public String heading() {
      return title.map(it -> Cut.within(it, TITLE_CHARACTERS)).orElseGet(() -> firstLine(content));
    }

    @Override
    public Optional<String> subtype() {
      return Optional.empty();
    }

    @Override
    public List<String> passages() {
      return paragraphs(content);
    }
  }

  private static String firstLine(String text) {
    return Cut.within(
        text.lines().map(String::strip).filter(it -> !it.isEmpty()).findFirst().orElse(""),
        TITLE_CHARACTERS);
  }

  private static List<String> list(Optional<List<String>> texts) {
    return texts.orElse(List.of());
  }

  /** Returns the lines of a text; many short ones are one passage, as the index has a limit. */
  private static List<String> paragraphs(String text) {
    List<String> lines = text.lines().map(String::strip).filter(it -> !it.isEmpty()).toList();
    return lines.size() > MAX_PASSAGES ? List.of(String.join(" ", lines)) : lines;
  }

  private static void strings(JsonValue value, List<String> into) {
    switch (value) {
      case JsonString(String text) -> into.add(text);
      case JsonArray(List<JsonValue> values) -> values.forEach(one -> strings(one, into));
      case JsonObject object -> object.members().values().forEach(one -> strings(one, into));
      default -> {
        // A number or a truth has no words.
      }
    }
  }
}
