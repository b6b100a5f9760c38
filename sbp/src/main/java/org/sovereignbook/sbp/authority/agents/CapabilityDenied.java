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
import org.sovereignbook.sbp.authority.ledger.SocietyException;

/** A caller may not do what it wanted; says what it lacks. */
public final class CapabilityDenied extends SocietyException {
  private static final long serialVersionUID = 1;

  /** The code of a caller who is known and may not. */
  public static final String CODE = "capability_denied";

  /** The code of a caller who is not who it says it is. */
  public static final String UNAUTHORIZED = "unauthorized";

  /** The code of a caller whom the policies, or what it has in its hands, keep from it. */
  public static final String BY_ACCESS = "access_denied";

  /** The code of a caller who wants what there is not. */
  public static final String UNKNOWN_TOOL = "unknown-tool";

  private final transient Authority authority;
  private final transient Optional<Agent> agent;

  /** What the policies say of the caller. */
  private transient Optional<AccessDecision> decision = Optional.empty();

  /** Who lacks what the owner could allow it. */
  private transient Optional<Authority> lacking = Optional.empty();

  private String tool = "";

  CapabilityDenied(
      String code, Authority authority, Optional<Agent> agent, String message, String... hints) {
    super(Kind.REFUSED, code, message, hints);
    this.authority = authority;
    this.agent = agent;
  }

  CapabilityDenied(Caller caller, String message, String... hints) {
    this(CODE, caller, message, hints);
  }

  private CapabilityDenied(String code, Caller caller, String message, String... hints) {
    this(code, caller.authority(), caller.agent(), message, hints);
    decision = caller.decision();
  }

  static CapabilityDenied unknownTool(Caller caller, String tool) {
    return new CapabilityDenied(UNKNOWN_TOOL, caller, "there is no tool " + tool);
  }

  /** Names the agent above whose policies do not permit it, if that is the reason. */
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

  static CapabilityDenied byCause(Caller caller, String refusal, String tool) {
    return byAccess(
        caller,
        "%s cannot use %s as long as it has this in its hands: %s"
            .formatted(name(caller), tool, refusal),
        "hand it in first (sbp task submit, sbp task fail, sbp mail ack); what was read stays until"
            + " the attempt or the token ends, or the owner says:  sbp access clear "
            + name(caller));
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

  /** The code stands before a refusal's message in the trail; it is in the reason already. */
  static CapabilityDenied byRate(Caller caller, String reason) {
    return new CapabilityDenied(
        RateLimit.CODE,
        caller,
        name(caller) + ": " + reason.substring(RateLimit.CODE.length() + 2),
        "how often that may be:  sbp config get access.agent_calls_per_hour");
  }

  /** The same; the owner could allow this tool to whoever lacks it, and speaks by this door. */
  CapabilityDenied lackedBy(Authority who, String wanted) {
    lacking = Optional.of(who);
    tool = wanted;
    return this;
  }

  /** The agent that was proved to be calling, and may do nothing at present. */
  public Optional<Principal> idle() {
    return code().equals(CODE) ? agent.map(Agent::principal) : Optional.empty();
  }

  /** Who lacks what the owner could allow it; empty where asking is of no use. */
  Optional<Authority> lacking() {
    return lacking;
  }

  /** What is lacking. */
  String tool() {
    return tool;
  }

  /** The same, with what came of asking the owner. */
  CapabilityDenied asked(AccessRequests.Asked asked) {
    List<String> more = new ArrayList<>(hints());
    more.add(
        asked
            .request()
            .map(request -> "the owner was asked, wait for the answer; request " + request.id())
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

  /** Who it was, if it was an agent. */
  Optional<Agent> agent() {
    return agent;
  }

  /** What is to be written down of it, as a refusal of this call, or of what was lacking in it. */
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
