package org.sovereignbook.sbp.plugins.hooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.agents.CapabilityDenied;
import org.sovereignbook.sbp.authority.agents.Permissions;
import org.sovereignbook.sbp.authority.agents.ToolCall;
import org.sovereignbook.sbp.authority.ledger.AuditCheck;
import org.sovereignbook.sbp.authority.ledger.AuditEntry;
import org.sovereignbook.sbp.authority.ledger.AuditLog;
import org.sovereignbook.sbp.base.json.JsonObject;

/** The trail of decisions leads from what a hook does to the event that has set it off. */
class HookTrailTest {
  private static final String ON_THINGS =
      "tools: [mail_send, task_list]\ntriggers: {event: {types: thing}}";

  @TempDir Path folder;
  private HookScene scene;

  @BeforeEach
  void open() {
    scene = new HookScene(folder);
  }

  @AfterEach
  void close() {
    scene.close();
  }

  private List<String> on(String event) {
    AuditLog.Filter filter =
        new AuditLog.Filter(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.of(event),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    return scene.ledger().read(tx -> new AuditLog(tx).before(Long.MAX_VALUE, filter, 100)).stream()
        .map(AuditEntry::said)
        .map(said -> said.tool() + " " + said.decision())
        .toList();
  }

  @Test
  void whatAHookAnswersIsDecidedOnTheEventThatHasSetItOff() {
    scene.answering(
        "tells",
        ON_THINGS,
        "{\"fire\": true, \"actions\": [{\"mail\": {\"to\": \"owner\", \"body\": \"one\"}}]}");
    String first = scene.happens("thing.made");
    String second = scene.happens("thing.made");
    scene.run();

    assertThat(on(first)).containsExactly("mail_send allow");
    assertThat(on(second)).containsExactly("mail_send allow");
    assertThat(AuditCheck.run(scene.ledger(), List.of()).findings()).isEmpty();
  }

  @Test
  void anAnswerIsFoundBehindLogLinesAndADraftIsNotTaken() {
    scene.answering(
        "noisy",
        ON_THINGS,
        "[info] 2 things {a, b}\\n"
            + "{\"fire\": false}\\n"
            + "{\"fire\": true, \"actions\": [{\"mail\": {\"to\": \"owner\", \"body\":"
            + " \"one\",}}]}");
    String event = scene.happens("thing.made");
    scene.run();

    assertThat(on(event)).containsExactly("mail_send allow");
  }

  @Test
  void whatItMayNotDoIsRefusedOnThatEvent() {
    scene.answering(
        "wants", ON_THINGS, "{\"fire\": true, \"actions\": [{\"task\": {\"title\": \"one\"}}]}");
    String event = scene.happens("thing.made");
    scene.run();

    assertThat(on(event)).containsExactly("task_add deny");
  }

  @Test
  void whatItCallsWhileItRunsIsOnThatEventAndNothingThatTheOwnerDoesMeanwhile() {
    scene.hot("calls", ON_THINGS, HookScene.hot(_ -> HookScene.FIRE));
    String event = scene.happens("thing.made");
    scene.ledger().run(tx -> new Matching(tx, HookScene.ZONE).step());
    if (!(scene.ledger().write(tx -> HookRuns.claim(tx, "calls", true))
        instanceof HookRuns.Next.Ours(Claimed claimed))) {
      throw new AssertionError("it is not there to be run");
    }

    boolean _ = call("task_list", Optional.of(claimed.token()));
    assertThatThrownBy(() -> call("task_add", Optional.of(claimed.token())))
        .isInstanceOf(CapabilityDenied.class);
    boolean _ = call("task_list", Optional.empty());

    assertThat(on(event)).containsExactly("task_add deny", "task_list allow");
  }

  private boolean call(String tool, Optional<String> token) {
    return Permissions.run(
        scene.ledger(),
        new ToolCall(tool, JsonObject.empty(), ToolCall.COMMAND, Optional.empty(), token),
        (_, _) -> true);
  }
}
