package org.sovereignbook.sbp.plugins.acp;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.sovereignbook.sbp.authority.access.AccessRequest;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.frontend.screen.RequestText;
import org.sovereignbook.sbp.frontend.screen.ScreenNames;
import org.sovereignbook.sbp.frontend.turns.TurnListener;
import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.society.sessions.AgentTurn;
import org.sovereignbook.sbp.society.sessions.SessionInput;
import org.sovereignbook.sbp.society.sessions.TurnCall;

/**
 * Turn that an editor follows. A refused call is asked about there only while the connection has
 * the owner's proof; an approval is for that one call.
 */
final class EditorTurn implements TurnListener {
  private static final String ALLOW = "allow-once";
  private static final String REJECT = "reject-once";

  private final EditorHost host;
  private final EditorUpdates updates;
  private final BoardPlan plan;
  private final Supplier<EditorMode> mode;
  private final Consumer<AgentTurn> begins;
  private final Cancellation cancel;

  /**
   * Creates the view of a turn.
   *
   * @param mode says where refused calls are asked about
   * @param begins is called with each turn that this connection runs
   * @param cancel ends a question to the editor, too
   */
  EditorTurn(
      EditorHost host,
      EditorUpdates updates,
      BoardPlan plan,
      Supplier<EditorMode> mode,
      Consumer<AgentTurn> begins,
      Cancellation cancel) {
    this.host = host;
    this.updates = updates;
    this.plan = plan;
    this.mode = mode;
    this.begins = begins;
    this.cancel = cancel;
  }

  @Override
  public void begins(AgentTurn turn) {
    begins.accept(turn);
  }

  @Override
  public void text(String delta) {
    updates.agent(delta);
  }

  @Override
  public void replaced() {
    updates.agent("\n\n(The answer above was cut off; it is written anew.)\n\n");
  }

  private CallView view(TurnCall call) {
    return new CallView(call, host.node().disk());
  }

  @Override
  public void calls(TurnCall call) {
    updates.call(view(call).begun());
  }

  @Override
  public boolean approves(TurnCall call, AccessRequest request) {
    String waits = "; it waits: " + host.command("access approve " + request.id() + " --once");
    if (mode.get() == EditorMode.WAIT) {
      note("a call of " + request.tool() + " was refused" + waits);
      return false;
    }
    if (!isProven()) {
      note(
          "a call of "
              + request.tool()
              + " was refused, and this editor approves nothing yet: "
              + host.proof().command()
              + waits);
      return false;
    }
    try {
      Optional<String> chosen = asked(call, request);
      if (chosen.equals(Optional.of(REJECT))) {
        boolean _ = isProven() && host.answer("access", "deny", request.id());
      } else if (chosen.equals(Optional.of(ALLOW))) {
        boolean _ = isProven() && host.answer("access", "approve", request.id(), "--once");
      }
      // The first answer counts, which may be another one than that of the editor.
      return !cancel.isCancelled() && AnsweredElsewhere.isApproved(host.ledger(), request.id());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Returns whether the proof holds still, which may have been withdrawn during the question. */
  private boolean isProven() {
    return !cancel.isCancelled() && host.isOn() && host.proof().isGiven();
  }

  private Optional<String> asked(TurnCall call, AccessRequest request) throws InterruptedException {
    ScreenNames names = new ScreenNames(host.session(), host.ledger().read(ScreenNames::agents));
    RequestText text = host.ledger().read(tx -> RequestText.of(tx, request));
    List<String> lines = new ArrayList<>(List.of(text.asks(names)));
    lines.addAll(text.whole(names));
    JsonObject params =
        JsonObject.builder()
            .put("sessionId", updates.session())
            .put("toolCall", view(call).asked(lines))
            .put(
                "options",
                JsonArray.of(
                    option(ALLOW, "Allow this one call", "allow_once"),
                    option(REJECT, "Reject it", "reject_once")))
            .build();
    try (AnsweredElsewhere elsewhere = new AnsweredElsewhere(host.ledger(), request.id(), cancel)) {
      return host.wire()
          .ask("session/request_permission", params, elsewhere.question())
          .flatMap(answer -> answer.object("outcome"))
          .filter(outcome -> outcome.string("outcome").equals(Optional.of("selected")))
          .flatMap(outcome -> outcome.string("optionId"));
    }
  }

  private static JsonObject option(String id, String name, String kind) {
    return JsonObject.builder().put("optionId", id).put("name", name).put("kind", kind).build();
  }

  @Override
  public void called(TurnCall call, boolean isDone, String result) {
    updates.changed(view(call).changed(isDone ? "completed" : "failed", result));
    plan.called(call, result);
    plan.news().ifPresent(updates::plan);
  }

  @Override
  public void joins(List<SessionInput> messages) {
    for (SessionInput message : messages) {
      updates.said(
          message.source(),
          host.ledger().<String>read(tx -> tx.text(message.said().contentId()).orElse("(erased)")));
    }
  }

  @Override
  public void note(String sentence) {
    updates.remark(sentence + "\n");
  }

  @Override
  public void compacted(AgentTurn compaction) {
    note("earlier turns are summarized now, by " + compaction.summarizedBy());
  }
}
