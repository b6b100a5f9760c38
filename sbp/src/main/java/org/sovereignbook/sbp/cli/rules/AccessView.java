package org.sovereignbook.sbp.cli.rules;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.access.AccessDecision;
import org.sovereignbook.sbp.authority.access.Explanation;
import org.sovereignbook.sbp.authority.access.PolicyFile;
import org.sovereignbook.sbp.authority.access.PolicySet;
import org.sovereignbook.sbp.authority.access.Requester;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.AgentId;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.ToolRights;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Style;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.frontend.screen.ScreenNames;
import org.sovereignbook.sbp.node.PeerText;

/**
 * A decision as programs see it.
 *
 * @param tool the tool in question
 * @param allowed whether the tool may be used; without a tool, whether any access is allowed
 * @param reason the policy that decided, or {@code default-deny}; for an agent also its other
 *     limits
 */
record AccessView(
    Principal principal,
    String name,
    List<String> tags,
    String channel,
    Optional<String> tool,
    boolean allowed,
    String reason,
    String tools,
    List<String> credentials,
    String data,
    Optional<String> session,
    List<String> grants,
    List<Explanation.PolicyStep> policies,
    List<String> sentences) {

  static AccessView of(PolicySet policies, AccessDecision decision, Optional<String> tool) {
    Requester who = decision.requester();
    Explanation explanation = Explanation.of(policies, decision);
    return new AccessView(
        who.principal(),
        who.name(),
        who.tags().stream().sorted().toList(),
        decision.circumstances().channel(),
        tool,
        tool.map(decision::permits).orElse(decision.isAllowed()),
        tool.map(decision::reason).orElse(decision.reason()),
        Explanation.tools(decision.tools()),
        decision.credentials().patterns(),
        decision.data().toString(),
        decision.session(),
        decision.grants(),
        explanation.steps(),
        explanation.sentences());
  }

  /** Returns the view of a decision, with an agent's limits beside the policies. */
  static AccessView of(Transaction tx, AccessDecision decision, Optional<String> tool) {
    AccessView view = of(Access.policies(tx), decision, tool);
    Optional<String> withheld = tool.flatMap(name -> withheld(tx, decision, name));
    return view.allowed() && withheld.isPresent() ? view.withheld(withheld.get()) : view;
  }

  private static Optional<String> withheld(Transaction tx, AccessDecision decision, String tool) {
    Optional<AgentId> id = decision.requester().principal().agentId().map(AgentId::parse);
    Optional<Agent> agent = id.isPresent() ? Agents.find(tx, id.get()) : Optional.empty();
    return agent.isPresent() && Access.grantOf(tx, decision, tool).isEmpty()
        ? ToolRights.withheld(tx, agent.get(), tool)
        : Optional.empty();
  }

  /** Returns a copy that is denied by an agent's other limits. */
  private AccessView withheld(String why) {
    return new AccessView(
        principal,
        name,
        tags,
        channel,
        tool,
        false,
        why,
        tools,
        credentials,
        data,
        session,
        grants,
        policies,
        sentences);
  }

  /** Prints the policies in their order, then the result. */
  void print(Output output, ScreenNames names) {
    Table table = Table.of("", "POLICY", "PRIORITY", "WHERE", "WHY").wrapsLast();
    for (Explanation.PolicyStep step : policies) {
      table.row(
          step.matched() ? "*" : "", step.policy(), step.priority(), step.place(), step.why());
    }
    output.table(table, "there are no policies");
    sentences.forEach(sentence -> output.line(PeerText.plain(sentence)));
    output.line(verdict(names));
  }

  private String verdict(ScreenNames names) {
    String who = principal.text().equals("peer:" + name) ? names.of(principal.text()) : name;
    String what = tool.map(used -> used + " by ").orElse("") + PeerText.plain(who);
    return (allowed ? Style.HEADING.on("allowed") : Style.FAIL.on("denied"))
        + ": "
        + what
        + " over "
        + channel
        + " ("
        + names.within(reason)
        + ")";
  }

  /** Returns the errors in policy files, one line each. */
  static List<String> lines(List<PolicyFile.Problem> problems) {
    return problems.stream().map(problem -> PeerText.plain(problem.toString())).toList();
  }
}
