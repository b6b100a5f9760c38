package org.sovereignbook.sbp.authority.access;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonBoolean;
import org.sovereignbook.sbp.base.json.JsonNull;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;

/**
 * Parser of policies as files write them (NEXUS, ACL): a list, a list below {@code policies}, or
 * one policy. Used once.
 *
 * @param file the name of the file, for people
 * @param line returns the line of a key
 */
record PolicyReader(String file, ToIntFunction<String> line, List<PolicyFields.Problem> problems) {
  static final int MAX_POLICIES = 1_000;

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,63}");
  private static final Pattern PERSONA = Pattern.compile("[A-Za-z0-9_-]{1,64}");

  /** Reads policies that were parsed before; {@code places} has their positions in order. */
  static List<Policy> again(
      String file, List<String> places, JsonValue root, List<PolicyFields.Problem> problems) {
    List<Policy> policies = new PolicyReader(file, _ -> 0, problems).read(root);
    if (policies.size() != places.size()) {
      problems.add(new PolicyFields.Problem("", "other policies than were kept"));
      return List.of();
    }
    List<Policy> placed = new ArrayList<>();
    for (int i = 0; i < policies.size(); i++) {
      placed.add(policies.get(i).at(places.get(i)));
    }
    return placed;
  }

  /** Reads all policies of a file; entries with problems are reported. */
  List<Policy> read(JsonValue root) {
    JsonValue list = root;
    String prefix = "";
    if (root instanceof JsonObject object && object.has("policies")) {
      PolicyFields outer = PolicyFields.of(root, "", problems);
      list = outer.value("policies").orElse(JsonNull.INSTANCE);
      outer.requireNothingElse();
      prefix = "policies.";
    }
    List<Policy> policies = new ArrayList<>();
    // Without a switch over types, whose first use costs more than all of this.
    if (list instanceof JsonArray array) {
      if (array.values().size() > MAX_POLICIES) {
        problems.add(new PolicyFields.Problem("", "more than " + MAX_POLICIES + " policies"));
        return List.of();
      }
      for (int i = 0; i < array.values().size(); i++) {
        policies.add(policy(PolicyFields.of(array.values().get(i), prefix + i, problems)));
      }
    } else if (list instanceof JsonObject object && (object.has("name") || object.has("effect"))) {
      policies.add(policy(PolicyFields.of(object, "", problems)));
    } else if (!(list instanceof JsonNull)) {
      // Null stands for an empty file, or one that is commented out.
      problems.add(new PolicyFields.Problem("", "expected policies, each beginning with - name:"));
    }
    return policies;
  }

  private Policy policy(PolicyFields fields) {
    String name = fields.text("name").orElse("");
    if (!NAME.matcher(name).matches() || name.equals(AccessDecision.DEFAULT_DENY)) {
      fields.wrong(
          fields.json().has("name") ? "name" : "",
          "a policy has a name of at most 64 letters, digits, - and _");
    }
    String description = fields.text("description").orElse("").strip();
    Optional<PolicyFields> match = fields.map("match");
    Optional<PolicyFields> of = match.flatMap(it -> it.map("principal"));
    Optional<Policy.Effect> effect = effect(fields);
    Policy policy =
        new Policy(
            name,
            description,
            file + ":" + line.applyAsInt(fields.at("name")),
            principal(of.orElseGet(() -> PolicyFields.of(JsonNull.INSTANCE, "", problems))),
            match.map(this::conditions).orElse(List.of()),
            effect.orElse(Policy.Effect.DENY),
            permissions(fields),
            session(fields),
            modifiers(fields),
            fields.number("priority", 50, Policy.MAX_PRIORITY));
    match.ifPresent(PolicyFields::requireNothingElse);
    fields.requireNothingElse();
    boolean ends =
        !policy.conditions().isEmpty()
            && policy.conditions().stream().noneMatch(one -> one.times().isEmpty());
    if (policy.modifiers().delayResponse().orElse(false) && !ends) {
      fields.wrong(
          "modifiers",
          "delay_response waits until a time is over: each of the conditions needs a time");
    }
    return policy;
  }

  private static Optional<Policy.Effect> effect(PolicyFields fields) {
    Optional<String> word = fields.text("effect");
    Optional<Policy.Effect> effect =
        switch (word.orElse("")) {
          case "allow" -> Optional.of(Policy.Effect.ALLOW);
          case "deny" -> Optional.of(Policy.Effect.DENY);
          default -> Optional.empty();
        };
    if (effect.isEmpty()) {
      fields.wrong(word.isPresent() ? "effect" : "", "a policy has effect: allow, or deny");
    }
    return effect;
  }

  private static PrincipalMatch principal(PolicyFields of) {
    PrincipalMatch match =
        new PrincipalMatch(
            of.truth("is_user"),
            of.truth("unknown"),
            of.truth("system"),
            of.names("name"),
            of.names("relationship"),
            of.names("tags"),
            of.names("person_id"),
            of.namesOrAny("agent"),
            of.namesOrAny("peer"),
            of.namesOrAny("webhook"));
    of.requireNothingElse();
    return match;
  }

  private List<Condition> conditions(PolicyFields match) {
    Optional<JsonValue> given = match.value("conditions");
    List<Condition> conditions = new ArrayList<>();
    if (given.isPresent() && given.get() instanceof JsonArray list) {
      for (int i = 0; i < list.values().size(); i++) {
        String key = match.at("conditions." + i);
        conditions.add(condition(PolicyFields.of(list.values().get(i), key, problems)));
      }
    } else if (given.isPresent()) {
      conditions.add(condition(PolicyFields.of(given.get(), match.at("conditions"), problems)));
    }
    return conditions;
  }

  private Condition condition(PolicyFields of) {
    Condition condition =
        new Condition(
            of.names("channel"),
            of.names("peer_kind"),
            of.names("account"),
            of.names("guild"),
            of.names("event_type"),
            of.names("hook_id"),
            times(of));
    of.requireNothingElse();
    if (of.json().members().isEmpty()) {
      of.wrong("", "a condition without anything in it always holds; leave it out");
    }
    return condition;
  }

  private static List<TimeRange> times(PolicyFields of) {
    Optional<JsonValue> given = of.value("time");
    if (given.isEmpty()) {
      return List.of();
    }
    List<JsonValue> each =
        given.get() instanceof JsonArray list ? list.values() : List.of(given.get());
    List<TimeRange> times = new ArrayList<>();
    for (JsonValue value : each) {
      Optional<TimeRange> time =
          value instanceof JsonString text ? TimeRange.parse(text.value()) : Optional.empty();
      if (time.isEmpty()) {
        of.wrong("time", TimeRange.EXPECTED);
      }
      time.ifPresent(times::add);
    }
    return times;
  }

  /** Accepts {@code permissions: "*"}, {@code tools: "*"} and {@code tools: [a, b]}, too. */
  private Policy.PolicyPermissions permissions(PolicyFields fields) {
    Optional<JsonValue> given = fields.value("permissions");
    if (given.isEmpty()) {
      return Policy.PolicyPermissions.NONE;
    }
    if (given.get() instanceof JsonString all && all.value().equals("*")) {
      return new Policy.PolicyPermissions(
          Globs.ALL, Globs.NONE, Optional.of(Globs.ALL), Optional.of(DataAccess.FULL));
    }
    PolicyFields of = PolicyFields.of(given.get(), fields.at("permissions"), problems);
    Globs allow = Globs.NONE;
    Globs deny = Globs.NONE;
    Optional<JsonObject> map = of.json().object("tools").filter(it -> !it.members().isEmpty());
    if (map.isPresent()) {
      PolicyFields tools = PolicyFields.of(map.get(), of.at("tools"), problems);
      allow = tools.names("allow").orElse(Globs.NONE);
      deny = tools.names("deny").orElse(Globs.NONE);
      tools.requireNothingElse();
      of.asked().add("tools");
    } else {
      allow = of.names("tools").orElse(Globs.NONE);
    }
    Policy.PolicyPermissions permissions =
        new Policy.PolicyPermissions(allow, deny, of.namesOrNone("credentials"), data(of));
    of.requireNothingElse();
    return permissions;
  }

  /** Treats a word that the operator made up, such as {@code work}, as less than full access. */
  private static Optional<DataAccess> data(PolicyFields of) {
    return of.text("data").map(DataAccess::of);
  }

  private Optional<Policy.SessionTarget> session(PolicyFields fields) {
    Optional<PolicyFields> given = fields.map("session");
    if (given.isEmpty()) {
      return Optional.empty();
    }
    PolicyFields of = given.get();
    Optional<String> persona = of.text("persona");
    if (persona.filter(name -> !PERSONA.matcher(name).matches()).isPresent()) {
      of.wrong("persona", "expected a name of letters, digits, - and _");
    }
    Optional<String> key = of.text("key");
    key.flatMap(SessionKey::stranger)
        .ifPresent(
            name ->
                of.wrong(
                    "key",
                    "unknown variable {"
                        + name
                        + "}; there are principal.name, principal.id, principal.relationship,"
                        + " channel, peer_id, account and guild"));
    of.requireNothingElse();
    return Optional.of(new Policy.SessionTarget(persona, key));
  }

  private static Policy.Modifiers modifiers(PolicyFields fields) {
    Optional<PolicyFields> given = fields.map("modifiers");
    if (given.isEmpty()) {
      return Policy.Modifiers.NONE;
    }
    PolicyFields of = given.get();
    Optional<String> mode = of.text("queue_mode");
    List<String> modes =
        List.of("steer", "followup", "collect", "interrupt", "queue", "steer-backlog");
    if (mode.filter(word -> !modes.contains(word)).isPresent()) {
      of.wrong("queue_mode", "expected one of " + String.join(", ", modes));
    }
    Optional<Boolean> delay =
        of.json().get("delay_response").filter(JsonBoolean.class::isInstance).isPresent()
            ? of.truth("delay_response")
            : of.text("delay_response").map(_ -> true);
    Optional<Boolean> smart = of.truth("smart_routing");
    of.requireNothingElse();
    return new Policy.Modifiers(mode, delay, smart);
  }
}
