package org.sovereignbook.sbp.authority.agents;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.AccessDecision;
import org.sovereignbook.sbp.authority.access.AccessRequests;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.access.RateLimit;
import org.sovereignbook.sbp.authority.ledger.AuditRow;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Remedies;
import org.sovereignbook.sbp.authority.ledger.SocietyException;

/** Refusal of a call, with the right that the caller lacks. */
public final class CapabilityDenied extends SocietyException {
  private static final long serialVersionUID = 1;

  /** Code for an authenticated caller that lacks the right. */
  public static final String CODE = "capability_denied";

  /** Code for a caller whose authentication failed. */
  public static final String UNAUTHORIZED = "unauthorized";

  /** Code for a caller that the policies, or the items it is working on, keep from the tool. */
  public static final String BY_ACCESS = "access_denied";

  /** Beginning of the hint that names the request for a refused call. */
  private static final String ASKED = "the owner was asked, wait for the answer; request ";

  /** Code for a call of a tool that does not exist. */
  public static final String UNKNOWN_TOOL = "unknown-tool";

  private final transient Authority authority;
  private final transient Optional<Agent> agent;

  private transient Optional<AccessDecision> decision = Optional.empty();

  /** Principal that lacks a right which the owner could grant. */
  private transient Optional<Authority> lacking = Optional.empty();

  private transient Optional<Remedies> remedies = Optional.empty();

  private String tool = "";

  CapabilityDenied(
      String code, Authority authority, Optional<Agent> agent, String message, String... hints) {
    super(Kind.REFUSED, code, message, hints);
    this.authority = authority;
    this.agent = agent;
  }

  /** Returns a refusal for want of a proof of the owner. */
  static CapabilityDenied withoutProof(
      Caller caller, String message, List<String> reasons, Remedies remedies) {
    List<String> hints = new ArrayList<>(reasons);
    hints.addAll(remedies.hints());
    CapabilityDenied denied = new CapabilityDenied(caller, message, hints.toArray(String[]::new));
    denied.remedies = Optional.of(remedies);
    return denied;
  }

  @Override
  public Optional<Remedies> remedies() {
    return remedies;
  }

  CapabilityDenied(Caller caller, String message, String... hints) {
    this(CODE, caller, message, hints);
  }

  private CapabilityDenied(String code, Caller caller, String message, String... hints) {
    this(code, caller.authority(), caller.agent(), message, hints);
    decision = caller.decision();
  }

  /** Returns a refusal by {@link MemoryRights}; only a lack of capabilities counts as an error. */
  static CapabilityDenied ofMemory(Caller caller, String code, String message, String... hints) {
    return new CapabilityDenied(code, caller, message, hints);
  }

  static CapabilityDenied unknownTool(Caller caller, String tool) {
    return new CapabilityDenied(UNKNOWN_TOOL, caller, "there is no tool " + tool);
  }

  /**
   * Names the agent above the caller whose policies do not permit the tool, when that is the
   * reason.
   */
  static CapabilityDenied byPolicy(Caller caller, AccessDecision decision, String tool) {
    Optional<AccessDecision> bound = decision.bound(tool);
    if (bound.isPresent()) {
      String above = bound.get().requester().name();
      return byAccess(
          caller,
          "%s may not use %s here, since the policies do not allow it to %s, which is above it"
              .formatted(name(caller), tool, above),
          "why:  sbp access check --as %s --channel %s --tool %s"
              .formatted(above, caller.authority().channel(), tool));
    }
    String who = name(caller);
    return byAccess(
        caller,
        decision.isAllowed()
            ? "no policy gives %s the tool %s here".formatted(who, tool)
            : "the policies deny %s everything here (%s)".formatted(who, decision.reason()),
        "why:  sbp access check --as %s --channel %s --tool %s"
            .formatted(who, caller.authority().channel(), tool));
  }

  /**
   * Returns a refusal because of what the caller is working on, with the remedy for just that.
   *
   * @param held the item of this cause, as {@link
   *     org.sovereignbook.sbp.authority.access.Access#held} names it
   */
  static CapabilityDenied byCause(
      Caller caller, Optional<String> held, String refusal, String tool) {
    String name = name(caller);
    return new CapabilityDenied(
        BY_ACCESS,
        caller,
        "%s cannot use %s while it works on this: %s%s"
            .formatted(name, tool, held.map(what -> what + "; ").orElse(""), refusal),
        remedies(name, held.orElse("")).toArray(String[]::new));
  }

  private static List<String> remedies(String name, String held) {
    String id = held.substring(held.indexOf(' ') + 1);
    if (held.startsWith("task ")) {
      return List.of(
          "finish the task first:  sbp task submit " + id,
          "or give it back:  sbp task release " + id);
    }
    if (held.startsWith("mail ")) {
      return List.of("answer or acknowledge the mail first:  sbp mail ack " + id);
    }
    return List.of(
        "the text counts until the attempt or the token ends: a new session without it may",
        "the owner can end it now:  sbp access clear " + name,
        "the owner can approve an item of memory, which then binds nobody:  sbp memory approve ID");
  }

  static CapabilityDenied byData(Caller caller, String tool, DataAccess needed, DataAccess has) {
    return byAccess(
        caller,
        "%s may see %s of the node's data here (data: %s), and %s shows %s"
            .formatted(
                name(caller),
                has == DataAccess.NONE ? "nothing" : "no more than what is shared",
                has,
                tool,
                needed == DataAccess.FULL ? "what is private" : "what is shared"),
        "why:  sbp access check --as %s --channel %s --tool %s"
            .formatted(name(caller), caller.authority().channel(), tool));
  }

  /** Drops the code from the message, because the reason begins with it in the audit log. */
  static CapabilityDenied byRate(Caller caller, String reason) {
    return new CapabilityDenied(
        RateLimit.CODE,
        caller,
        name(caller) + ": " + reason.substring(RateLimit.CODE.length() + 2),
        "how often that may be:  sbp config get access.agent_calls_per_hour");
  }

  /**
   * Records that the owner could grant this tool to a principal, on the channel by which it acts.
   */
  CapabilityDenied lackedBy(Authority who, String wanted) {
    lacking = Optional.of(who);
    tool = wanted;
    return this;
  }

  /** Returns the authenticated agent that may not act at present. */
  public Optional<Principal> idle() {
    return code().equals(CODE) ? agent.map(Agent::principal) : Optional.empty();
  }

  /**
   * Returns the principal that lacks a right which the owner could grant; empty when asking is
   * useless.
   */
  Optional<Authority> lacking() {
    return lacking;
  }

  String tool() {
    return tool;
  }

  /** Returns whether a refusal with this code says that the caller lacks a right. */
  public static boolean isLack(String code) {
    return code.equals(CODE) || code.equals(BY_ACCESS);
  }

  /** Returns the id of the request that these hints of a refusal name. */
  public static Optional<String> request(List<String> hints) {
    return hints.stream()
        .filter(hint -> hint.startsWith(ASKED))
        .map(hint -> hint.substring(ASKED.length()))
        .findFirst();
  }

  /** Returns a copy with the result of asking the owner. */
  CapabilityDenied asked(AccessRequests.Asked asked) {
    List<String> more = new ArrayList<>(hints());
    more.add(
        asked
            .request()
            .map(request -> ASKED + request.id())
            .orElse("the owner was not asked: " + asked.whyNot()));
    CapabilityDenied told =
        new CapabilityDenied(
            code(), authority, agent, String.valueOf(getMessage()), more.toArray(String[]::new));
    told.decision = decision;
    told.lacking = lacking;
    told.tool = tool;
    return told;
  }

  private static CapabilityDenied byAccess(Caller caller, String message, String hint) {
    return new CapabilityDenied(BY_ACCESS, caller, message, hint);
  }

  private static String name(Caller caller) {
    return caller.agent().map(Agent::name).orElseGet(() -> caller.principal().text());
  }

  Optional<Agent> agent() {
    return agent;
  }

  /** Returns the audit row: a refusal of this call, or of the tool that was lacking in it. */
  AuditRow row(ToolCall call) {
    AuditRow plain =
        new AuditRow(
            authority,
            agent.map(it -> it.id().hex()),
            tool.isEmpty() ? call.tool() : tool,
            call.arguments(),
            false,
            code() + ": " + getMessage());
    return decision.map(one -> plain.because(one.detail(), one.tookMicros())).orElse(plain);
  }
}
