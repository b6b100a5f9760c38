package org.sovereignbook.sbp.authority.access;

import java.time.LocalTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.node.Suggestion;

/**
 * Checks for mistakes in well-formed policies: each policy is tried on requesters that it matches,
 * in circumstances that it names.
 *
 * @param at any time, in the owner's time zone
 */
public record PolicyLint(PolicySet policies, ZonedDateTime at) {
  /**
   * Names that other systems, from which policies may come, give to tools that run a stranger's
   * commands.
   */
  private static final List<String> OF_OTHER_SYSTEMS =
      List.of("shell", "bash", "exec", "run_command", "execute_code", "write_file");

  private static final String SOME_KEY = "A".repeat(43);
  private static final String SOME_AGENT = "0".repeat(64);
  private static final String SOME_ENTITY = "0".repeat(16);

  /**
   * Probable mistake in a policy.
   *
   * @param code {@code never-matches}, {@code shadowed}, {@code strangers}, {@code no-data} or
   *     {@code no-such-tool}
   */
  public record Finding(String code, String policy, String place, String text) {}

  /** Returns all findings, in the order of the policies. */
  public List<Finding> findings() {
    List<Finding> findings = new ArrayList<>();
    for (Policy policy : policies.policies()) {
      List<AccessDecision> tries = tries(policy);
      if (tries.isEmpty()) {
        findings.add(
            finding(
                "never-matches",
                policy,
                policy.conditions().stream().anyMatch(PolicyLint::asksForTalk)
                    ? "events of webhooks, the timer and hooks are no conversations: they have no"
                        + " peer_kind"
                    : "no principal can meet all criteria of its match"));
      } else if (policy.effect() == Policy.Effect.ALLOW) {
        shadow(policy, tries).ifPresent(findings::add);
        stranger(policy, tries).ifPresent(findings::add);
        dataless(policy, tries).ifPresent(findings::add);
      }
    }
    return findings;
  }

  /** Returns the denials that match none of these tools: a misspelled tool stays allowed. */
  public List<Finding> emptyDenials(List<String> tools) {
    List<Finding> findings = new ArrayList<>();
    for (Policy policy : policies.policies()) {
      for (String pattern : policy.permissions().deny().patterns()) {
        if (tools.stream().noneMatch(Globs.of(pattern)::contains)) {
          String near =
              Suggestion.nearest(pattern, tools)
                  .map(tool -> "; did you mean " + tool + "?")
                  .orElse("; every tool: sbp commands --json");
          findings.add(
              finding(
                  "no-such-tool",
                  policy,
                  "it denies " + pattern + ", which no tool of this node is called" + near));
        }
      }
    }
    return findings;
  }

  private static Finding finding(String code, Policy policy, String text) {
    return new Finding(code, policy.name(), policy.place(), text);
  }

  /**
   * Returns decisions on sample requesters that the policy matches, in all circumstances where it
   * applies.
   */
  private List<AccessDecision> tries(Policy policy) {
    List<AccessDecision> tries = new ArrayList<>();
    for (Requester who : whom(policy.principal())) {
      for (Circumstances where : where(policy)) {
        if (policy.matches(who, where)) {
          tries.add(Evaluation.of(policies, who, where, List.of()));
        }
      }
    }
    return tries;
  }

  private Optional<Finding> shadow(Policy policy, List<AccessDecision> tries) {
    if (!policy.countsAsAllow()) {
      return Optional.empty();
    }
    if (tries.stream().noneMatch(AccessDecision::isAllowed)) {
      return Optional.of(
          finding(
              "shadowed",
              policy,
              "it never lets anything through: denied by " + tries.getFirst().reason()));
    }
    PolicySet others =
        new PolicySet(policies.policies().stream().filter(one -> !one.equals(policy)).toList());
    return tries.stream().allMatch(decision -> isSame(decision, others))
        ? Optional.of(
            finding(
                "shadowed",
                policy,
                "without it nothing would be decided otherwise: others allow all that it does"))
        : Optional.empty();
  }

  private static boolean isSame(AccessDecision decision, PolicySet others) {
    AccessDecision without =
        Evaluation.of(others, decision.requester(), decision.circumstances(), List.of());
    return without.isAllowed() == decision.isAllowed()
        && without.bounds().equals(decision.bounds())
        && without.session().equals(decision.session())
        && without.modifiers().equals(decision.modifiers());
  }

  private static Optional<Finding> stranger(Policy policy, List<AccessDecision> tries) {
    for (AccessDecision decision : tries) {
      boolean isStranger =
          decision.requester().isUnknown()
              || (decision.requester().person().isEmpty()
                  && decision.requester().kind() == Requester.Kind.PEER
                  && decision.requester().tags().contains(Requester.TRUST + "known"));
      List<String> given =
          Stream.concat(OF_OTHER_SYSTEMS.stream(), DeclaredTools.bundled().dangerous().stream())
              .filter(tool -> isStranger && decision.permits(tool))
              .filter(policy.permissions().allow()::contains)
              .toList();
      if (!given.isEmpty()) {
        return Optional.of(
            finding(
                "strangers",
                policy,
                "it gives a stranger (%s, channel %s) %s"
                    .formatted(
                        Explanation.words(decision.requester()),
                        decision.circumstances().channel(),
                        String.join(", ", given.subList(0, Math.min(3, given.size()))))));
      }
    }
    return Optional.empty();
  }

  /**
   * Finds a policy that allows tools but states no data access, so that its principals see no data;
   * that should be intended.
   */
  private static Optional<Finding> dataless(Policy policy, List<AccessDecision> tries) {
    boolean isForgotten =
        !policy.permissions().allow().patterns().isEmpty()
            && tries.stream().anyMatch(decision -> isOfOurs(decision) && !speaksOfData(decision));
    return isForgotten
        ? Optional.of(
            finding(
                "no-data",
                policy,
                "no policy states which data its principals may see, so they see none: tools that"
                    + " show data, such as search, are refused; write data: restricted, or data:"
                    + " none if that is intended"))
        : Optional.empty();
  }

  private static boolean isOfOurs(AccessDecision decision) {
    Requester who = decision.requester();
    return decision.isAllowed()
        && (who.kind() == Requester.Kind.AGENT || who.kind() == Requester.Kind.PERSON)
        && who.tags().stream().noneMatch(tag -> tag.startsWith(Requester.TRUST));
  }

  private static boolean speaksOfData(AccessDecision decision) {
    return decision.matched().stream().anyMatch(policy -> policy.permissions().data().isPresent());
  }

  /** Returns one sample requester of each kind that the match can accept. */
  private static List<Requester> whom(PrincipalMatch match) {
    Set<String> tags = new LinkedHashSet<>();
    match.tags().ifPresent(wanted -> wanted.patterns().forEach(tag -> tags.add(some(tag))));
    List<Requester> all = new ArrayList<>();
    for (Requester.Kind kind : EnumSet.allOf(Requester.Kind.class)) {
      for (boolean known : new boolean[] {false, true}) {
        for (String name : names(match, kind)) {
          all.add(one(match, kind, name, known, tags));
          if (tags.isEmpty() && kind == Requester.Kind.PEER) {
            all.add(one(match, kind, name, known, Set.of(Requester.TRUST + "known")));
            all.add(one(match, kind, name, known, Set.of(Requester.TRUST + "trusted")));
          }
        }
      }
    }
    return all;
  }

  private static Requester one(
      PrincipalMatch match, Requester.Kind kind, String name, boolean known, Set<String> tags) {
    Optional<String> person =
        known || kind == Requester.Kind.PERSON
            ? Optional.of(
                match.persons().map(ids -> some(ids.patterns().getFirst())).orElse(SOME_ENTITY))
            : Optional.empty();
    boolean isOwner = kind == Requester.Kind.OWNER;
    return new Requester(
        principal(kind, name),
        kind,
        name,
        person,
        isOwner || (known && match.isUser().orElse(false)),
        known || kind == Requester.Kind.PERSON
            ? match.relationships().map(words -> some(words.patterns().getFirst()))
            : Optional.empty(),
        known ? tags : kind == Requester.Kind.PEER ? ofTrust(tags) : Set.of());
  }

  /** Returns the trust tags, the only ones that an unregistered peer can have. */
  private static Set<String> ofTrust(Set<String> tags) {
    return tags.stream()
        .filter(tag -> tag.startsWith(Requester.TRUST))
        .collect(Collectors.toUnmodifiableSet());
  }

  private static List<String> names(PrincipalMatch match, Requester.Kind kind) {
    Optional<Globs> ofKind =
        switch (kind) {
          case AGENT -> match.agents();
          case PEER -> match.peers();
          case WEBHOOK -> match.webhooks();
          default -> Optional.empty();
        };
    List<String> names =
        Stream.concat(match.names().stream(), ofKind.stream())
            .flatMap(globs -> globs.patterns().stream())
            .map(PolicyLint::some)
            .distinct()
            .toList();
    return names.isEmpty() ? List.of("somebody") : names;
  }

  private static Principal principal(Requester.Kind kind, String name) {
    return switch (kind) {
      case OWNER -> Principal.OWNER;
      case SYSTEM -> Principal.SYSTEM;
      case UNKNOWN -> Principal.UNKNOWN;
      case AGENT -> Principal.agent(name.matches("[0-9a-f]{64}") ? name : SOME_AGENT);
      case PEER -> Principal.parse("peer:" + (name.matches("[A-Za-z0-9_-]{43}") ? name : SOME_KEY));
      case PERSON -> Principal.person(SOME_ENTITY);
      case WEBHOOK ->
          Principal.webhook(name.matches("[a-z0-9][a-z0-9_-]{0,63}") ? name : "somewhere");
    };
  }

  /** Returns a name that the pattern covers. */
  private static String some(String pattern) {
    return pattern.endsWith("*") ? pattern.substring(0, pattern.length() - 1) + "x" : pattern;
  }

  private List<Circumstances> where(Policy policy) {
    List<Circumstances> all = new ArrayList<>();
    for (ZonedDateTime time : times()) {
      if (policy.conditions().isEmpty()) {
        Stream.of("command", "mail", "reader", "webhook")
            .forEach(channel -> all.add(Circumstances.of(channel, time)));
      }
      for (Condition condition : policy.conditions()) {
        channels(condition).forEach(channel -> all.add(where(condition, channel, time)));
      }
    }
    return all;
  }

  private static List<String> channels(Condition condition) {
    return condition.channel().map(Globs::patterns).orElse(List.of("mail")).stream()
        .map(PolicyLint::some)
        .toList();
  }

  /** Returns whether a condition wants a kind of conversation on channels that have none. */
  private static boolean asksForTalk(Condition condition) {
    return condition.peerKind().isPresent()
        && channels(condition).stream()
            .allMatch(channel -> Circumstances.usualKind(channel).isEmpty());
  }

  /** Returns now and every time when a policy begins or ends: a problem may exist at night only. */
  private List<ZonedDateTime> times() {
    Set<ZonedDateTime> times = new LinkedHashSet<>(List.of(at));
    policies.policies().stream()
        .flatMap(policy -> policy.conditions().stream())
        .flatMap(condition -> condition.times().stream())
        .flatMap(
            range ->
                range.from().isEmpty()
                    ? IntStream.range(1, 7).mapToObj(at::plusDays)
                    : Stream.of(range.from(), range.until())
                        .flatMap(Optional::stream)
                        .map(at::with))
        .forEach(times::add);
    return List.copyOf(times);
  }

  private Circumstances where(Condition condition, String channel, ZonedDateTime time) {
    Optional<String> usual = Circumstances.usualKind(channel);
    return new Circumstances(
        channel,
        usual.flatMap(_ -> one(condition.peerKind()).or(() -> usual)),
        Optional.of("somewhere"),
        one(condition.account()),
        one(condition.guild()),
        one(condition.eventType()),
        one(condition.hookId()),
        condition.times().isEmpty() || condition.times().stream().anyMatch(it -> it.contains(time))
            ? time
            : within(condition.times().getFirst()));
  }

  private static Optional<String> one(Optional<Globs> wanted) {
    return wanted.map(globs -> some(globs.patterns().getFirst()));
  }

  private ZonedDateTime within(TimeRange range) {
    ZonedDateTime time = at.with(range.from().orElse(LocalTime.NOON));
    while (!range.contains(time)) {
      time = time.plusDays(1);
    }
    return time;
  }
}
