package org.sovereignbook.sbp.ops.up;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.sovereignbook.sbp.ops.up.UpWaiting.OwnerQuestion;

/**
 * The keys of {@code sbp up} on a terminal. Each answer takes two keys, so that a slip answers
 * nothing; the command behind it asks for the owner's proof where that is needed. Not thread-safe.
 */
final class UpKeys {
  private static final int MAX_SHOWN = 3;

  private enum Doing {
    NOTHING,
    APPROVING,
    DENYING
  }

  private final Consumer<List<String>> runs;
  private List<OwnerQuestion> questions = List.of();
  private Optional<OwnerQuestion> asked = Optional.empty();
  private Doing doing = Doing.NOTHING;

  /**
   * Makes keys that answer nothing yet.
   *
   * @param runs runs a command of this program at the terminal
   */
  UpKeys(Consumer<List<String>> runs) {
    this.runs = runs;
  }

  /** Takes the questions that wait now. A question that is being answered stays the same. */
  void wait(List<OwnerQuestion> waiting) {
    questions = List.copyOf(waiting);
    if (asked.filter(one -> !questions.contains(one)).isPresent()) {
      begin(Doing.NOTHING);
    }
  }

  /** Returns the questions, and what the keys do now. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    questions.stream().limit(MAX_SHOWN).forEach(one -> lines.add(one.toString()));
    if (questions.size() > MAX_SHOWN) {
      lines.add("and %d more:  sbp access requests".formatted(questions.size() - MAX_SHOWN));
    }
    String first = questions.size() > 1 ? " the first" : "";
    lines.addAll(
        switch (doing) {
          case NOTHING ->
              List.of(
                  questions.isEmpty()
                      ? "q quit"
                      : "a approve%s   d deny   q quit".formatted(first));
          case APPROVING -> approving(asked.orElseThrow());
          case DENYING ->
              List.of("deny " + asked.orElseThrow(), "deny it?   y yes   any other key: not now");
        });
    return lines;
  }

  /** Returns the question that is answered, and what each answer allows. */
  private static List<String> approving(OwnerQuestion question) {
    String what = "allow " + question;
    if (question.isDraft()) {
      return List.of(
          what,
          "whole:  sbp access requests " + question.id(),
          "send it?   y yes   any other key: not now");
    }
    List<String> lines = new ArrayList<>(List.of(what));
    lines.addAll(question.origin());
    lines.add(
        "allow it?   o this one call   h for 24 hours, w always: "
            + question.covers()
            + "   any other key: not now");
    return lines;
  }

  /** Takes a key. Returns whether it ends the program. */
  boolean typed(int key) {
    switch (doing) {
      case NOTHING -> {
        if (key == 'a' || key == 'd') {
          begin(key == 'a' ? Doing.APPROVING : Doing.DENYING);
        }
        return key == 'q';
      }
      case APPROVING -> approve(key);
      case DENYING -> {
        if (key == 'y') {
          answer("deny");
        }
      }
    }
    begin(Doing.NOTHING);
    return false;
  }

  private void begin(Doing next) {
    asked = next == Doing.NOTHING ? Optional.empty() : questions.stream().findFirst();
    doing = asked.isPresent() ? next : Doing.NOTHING;
  }

  private void approve(int key) {
    if (asked.orElseThrow().isDraft()) {
      if (key == 'y') {
        answer("approve");
      }
      return;
    }
    switch (key) {
      case 'o' -> answer("approve", "--once");
      case 'h' -> answer("approve", "--24h");
      case 'w' -> answer("approve", "--always");
      default -> {
        // Not now.
      }
    }
  }

  private void answer(String verb, String... more) {
    OwnerQuestion question = asked.orElseThrow();
    List<String> words = new ArrayList<>(List.of("access", verb, question.id()));
    words.addAll(List.of(more));
    words.addAll(List.of("--home", question.node().home().root().toString()));
    runs.accept(words);
  }
}
