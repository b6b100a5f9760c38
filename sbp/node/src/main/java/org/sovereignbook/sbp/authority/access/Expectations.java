package org.sovereignbook.sbp.authority.access;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.yaml.MalformedYaml;
import org.sovereignbook.sbp.base.yaml.Yaml;

/**
 * Expectations of an operator about policies, read from a file: a list, each with {@code as},
 * {@code channel}, {@code tool} and {@code expect}.
 */
public record Expectations(List<Expected> all) {
  private static final String SOME_ENTITY = "0".repeat(16);

  /**
   * Expectation of one row.
   *
   * @param who a word that the caller resolves; empty when {@code person} is given
   * @param person an invented requester, or the one that a reserved word names
   * @param allowed the expected decision on the tool, or on the whole request when no tool is given
   * @param by the policy that is expected to decide
   */
  public record Expected(
      String place,
      String who,
      Optional<Requester> person,
      Circumstances circumstances,
      Optional<String> tool,
      boolean allowed,
      Optional<String> by,
      Optional<String> session,
      Optional<String> data) {

    /** Returns the differences between a decision and the expectation; empty when it is met. */
    public List<String> failures(AccessDecision decision) {
      List<String> failures = new ArrayList<>();
      boolean is = tool.isPresent() ? decision.permits(tool.get()) : decision.isAllowed();
      String reason = tool.map(decision::reason).orElse(decision.reason());
      if (is != allowed) {
        failures.add("it is %s, not %s (%s)".formatted(word(is), word(allowed), reason));
      }
      differs("decided", by, reason).ifPresent(failures::add);
      differs("the session", session, decision.session().orElse("none")).ifPresent(failures::add);
      differs("data", data, decision.data().toString()).ifPresent(failures::add);
      return failures;
    }

    private static String word(boolean allowed) {
      return allowed ? "allowed" : "denied";
    }

    private static Optional<String> differs(String what, Optional<String> wanted, String is) {
      return wanted
          .filter(text -> !text.equals(is))
          .map(text -> what + " is " + is + ", not " + text);
    }
  }

  /**
   * Reads a file.
   *
   * @param now the time, in the owner's zone, for rows that name none
   * @param problems receives the mistakes in the file
   */
  public static Expectations parse(
      String file, String text, ZonedDateTime now, List<PolicyFile.Problem> problems) {
    Yaml yaml;
    try {
      yaml = Yaml.parse(text);
    } catch (MalformedYaml e) {
      problems.add(new PolicyFile.Problem(e.place(file), e.problem()));
      return new Expectations(List.of());
    }
    List<PolicyFields.Problem> found = new ArrayList<>();
    List<Expected> all = new ArrayList<>();
    if (yaml.value() instanceof JsonArray rows) {
      for (int i = 0; i < rows.values().size(); i++) {
        String key = Integer.toString(i);
        String place = file + ":" + yaml.at(key).line();
        all.add(row(PolicyFields.of(rows.values().get(i), key, found), place, now));
      }
    } else {
      found.add(new PolicyFields.Problem("", "expected rows, each beginning with - as:"));
    }
    for (PolicyFields.Problem problem : found) {
      Yaml.Place at = yaml.at(problem.key());
      problems.add(
          new PolicyFile.Problem(file + ":" + at.line() + ":" + at.column(), problem.text()));
    }
    return new Expectations(all);
  }

  private static Expected row(PolicyFields fields, String place, ZonedDateTime now) {
    Optional<JsonValue> who = fields.value("as");
    if (who.isEmpty()) {
      fields.wrong("", "a row needs a principal, such as as: owner");
    }
    String channel = fields.text("channel").orElse("command");
    Circumstances circumstances =
        new Circumstances(
            channel,
            fields.text("peer_kind").or(() -> Circumstances.usualKind(channel)),
            fields.text("peer_id"),
            fields.text("account"),
            fields.text("guild"),
            fields.text("event_type"),
            fields.text("hook_id"),
            at(fields, now));
    String expect = fields.text("expect").orElse("");
    if (!expect.equals("allow") && !expect.equals("deny")) {
      fields.wrong(fields.json().has("expect") ? "expect" : "", "a row has expect: allow, or deny");
    }
    Expected row =
        new Expected(
            place,
            who.filter(JsonString.class::isInstance)
                .map(text -> ((JsonString) text).value())
                .orElse(""),
            who.filter(JsonObject.class::isInstance)
                .map(_ -> person(fields))
                .or(() -> named(fields, who)),
            circumstances,
            fields.text("tool"),
            expect.equals("allow"),
            fields.text("by"),
            fields.text("session"),
            fields.text("data"));
    fields.requireNothingElse();
    return row;
  }

  private static Optional<Requester> named(PolicyFields fields, Optional<JsonValue> who) {
    try {
      return who.filter(JsonString.class::isInstance)
          .flatMap(text -> Requester.named(((JsonString) text).value()));
    } catch (IllegalArgumentException e) {
      fields.wrong("as", String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  private static ZonedDateTime at(PolicyFields fields, ZonedDateTime now) {
    Optional<String> time = fields.text("time");
    if (time.isEmpty()) {
      return now;
    }
    try {
      return time.get().contains("T")
          ? LocalDateTime.parse(time.get()).atZone(now.getZone())
          : now.with(LocalTime.parse(time.get()));
    } catch (DateTimeException e) {
      fields.wrong("time", "expected a time such as \"23:30\", or \"2026-01-31T23:30\"");
      return now;
    }
  }

  private static Requester person(PolicyFields fields) {
    PolicyFields of = fields.map("as").orElseThrow();
    Requester person =
        new Requester(
            Principal.person(SOME_ENTITY),
            Requester.Kind.PERSON,
            of.text("name").orElse("somebody"),
            Optional.of(SOME_ENTITY),
            of.truth("is_user").orElse(false),
            of.text("relationship"),
            of.names("tags").map(tags -> Set.copyOf(tags.patterns())).orElse(Set.of()));
    of.requireNothingElse();
    return person;
  }
}
