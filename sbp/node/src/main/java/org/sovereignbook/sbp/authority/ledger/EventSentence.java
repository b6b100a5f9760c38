package org.sovereignbook.sbp.authority.ledger;

import java.util.List;

/**
 * Sentence for a kind of event, with words in braces that each event fills in: {@code {by}} is its
 * principal, {@code {task}} the name of its first subject of that kind, and any other word the
 * value in its metadata. {@code {team|a team}} says "a team" instead of the subject's name. What is
 * in brackets is left out when a word in it is unknown.
 *
 * @param forms the sentence, and others for events in which a word of it is unknown
 * @param isPlumbing whether people rarely want to know of it, such as the renewal of a lease
 */
public record EventSentence(List<String> forms, boolean isPlumbing) {
  public EventSentence {
    forms = List.copyOf(forms);
  }

  /** Returns the sentence of a kind that people want to know of. */
  public static EventSentence of(String... forms) {
    return new EventSentence(List.of(forms), false);
  }

  /** Returns the sentence of a kind that lists fold. */
  public static EventSentence plumbing(String... forms) {
    return new EventSentence(List.of(forms), true);
  }
}
