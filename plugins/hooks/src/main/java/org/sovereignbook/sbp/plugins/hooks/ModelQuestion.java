package org.sovereignbook.sbp.plugins.hooks;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.StoredEvent;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.model.judgment.AgentRunner;
import org.sovereignbook.sbp.model.judgment.Beneficiaries;
import org.sovereignbook.sbp.model.judgment.CallCauses;
import org.sovereignbook.sbp.model.judgment.CallLimit;
import org.sovereignbook.sbp.model.judgment.SharedCalls;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.node.Node;

/**
 * A call of the node's model by a running hook, within the limits of the node and of all hooks
 * together; counted with the run.
 *
 * @param prompt the hook's own text
 * @param data text of others, which stays marked as data
 */
record ModelQuestion(String prompt, Optional<String> data) {
  private static final String COMPONENT = "hook:";

  /**
   * Calls the model.
   *
   * @param run the calling run, which must be under way
   * @param agent the id of the calling agent
   * @throws SocietyException when no such run is under way, or a limit forbids it
   */
  public String ask(Ledger ledger, LlmBackend backend, String run, String agent)
      throws LlmException, InterruptedException {
    HookRun asking =
        ledger
            .read(tx -> HookRun.find(tx, run))
            .filter(it -> it.state() == HookRun.State.STARTED)
            .orElseThrow(() -> refused("not-running", "only a hook that runs may ask a model"));
    Hook hook =
        ledger
            .read(tx -> Hook.find(tx, asking.hook()))
            .filter(it -> it.declaration().mayAsk() && it.agent().equals(agent))
            .orElseThrow(
                () -> refused("not-running", "its declaration does not say `model: true`"));
    Node node = ledger.node();
    SharedCalls calls =
        new SharedCalls(
            node,
            backend,
            List.of(
                new CallLimit(
                    HooksSettings.MODEL_CALLS.key(),
                    COMPONENT,
                    node.config().get(HooksSettings.MODEL_CALLS),
                    0)));
    CallCauses causes = ledger.read(tx -> causes(tx, asking));
    return switch (calls.ask(
        request(node, backend, hook), causes, answer -> count(ledger, run, answer))) {
      case SharedCalls.Asked.Answered<String>(String answer) -> answer;
      case SharedCalls.Asked.Deferred<String>(String why, _, _) -> throw refused("held", why);
    };
  }

  /** Returns the principals that caused the event. */
  private static CallCauses causes(Transaction tx, HookRun asking) {
    Optional<StoredEvent> event = tx.event(asking.event());
    Optional<Authority> cause =
        event.isEmpty() ? Optional.empty() : tx.authority(event.get().authority());
    return cause.isEmpty() ? CallCauses.NONE : Beneficiaries.causes(tx, cause.get());
  }

  private static SocietyException refused(String code, String why) {
    return SocietyException.refused(code, why);
  }

  private LlmRequest request(Node node, LlmBackend backend, Hook hook) {
    Duration limit = hook.declaration().limit(node.config());
    LlmRequest.Budget budget = SharedCalls.budget(node.config());
    return new LlmRequest(
        COMPONENT + hook.name(),
        LlmRequest.Mode.ANSWER,
        prompt,
        data.stream().map(text -> new LlmRequest.Input("data.txt", text, true)).toList(),
        new LlmRequest.OutputFile("answer.txt", Optional.empty()),
        Optional.empty(),
        new LlmRequest.Budget(budget.maxOutputTokens(), budget.maxCostUsd(), limit),
        AgentRunner.context(node, node.config().section(backend.settingsSection())));
  }

  private static String count(Ledger ledger, String run, LlmAnswer answer) throws LlmException {
    ledger.run(
        tx ->
            tx.update(
                "UPDATE hook_run SET calls = calls + 1, input_tokens = input_tokens + ?,"
                    + " output_tokens = output_tokens + ? WHERE id = ?",
                answer.usage().inputTokens().orElse(0),
                answer.usage().outputTokens().orElse(0),
                run));
    return answer.text();
  }
}
