package org.sovereignbook.sbp.society.events;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.base.json.Shape;

/**
 * An event as a sentence.
 *
 * @param isPlumbing whether people rarely want to know of it
 */
public record EventStory(List<Part> parts, boolean isPlumbing) {
  /**
   * Part of the sentence.
   *
   * @param kind of the subject or principal that the part names, such as {@code task}
   */
  @Shape.Def("event_part")
  public record Part(String text, Optional<String> kind, Optional<String> id) {
    static Part plain(String text) {
      return new Part(text, Optional.empty(), Optional.empty());
    }
  }

  public EventStory {
    parts = List.copyOf(parts);
  }

  /** Returns the sentence as one text. */
  public String sentence() {
    return parts.stream().map(Part::text).collect(Collectors.joining());
  }
}
