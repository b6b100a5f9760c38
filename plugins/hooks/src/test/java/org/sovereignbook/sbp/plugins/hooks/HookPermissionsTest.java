package org.sovereignbook.sbp.plugins.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.Node;

/** What a hook wants is within what it was accepted for and what the policies let it. */
class HookPermissionsTest {
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

  @Test
  void whatAHookWasNotAcceptedForIsRefusedWithAllOfItsAnswer() {
    scene.answering(
        "greedy",
        """
        tools: [task_add]
        triggers: {event: {types: [thing]}}
        """,
        """
        {"fire": true, "actions": [{"task": {"title": "A"}}, {"mail": {"to": "owner", "body": "B"}}]}\
        """);
    scene.happens("thing.made");
    scene.run();
    HookRun run = scene.runs("greedy").getFirst();
    assertThat(run.state()).isEqualTo(HookRun.State.DENIED);
    assertThat(run.reason().orElseThrow()).contains("mail_send");
    assertThat(scene.count("SELECT COUNT(*) FROM task")).isZero();
    assertThat(scene.count("SELECT COUNT(*) FROM audit WHERE decision = 'deny'")).isEqualTo(1);
    assertThat(scene.count("SELECT COUNT(*) FROM audit WHERE tool = 'mail_send'")).isEqualTo(1);
  }

  @Test
  void whatAHookMayDoAtATimeIsDecidedAgainByPoliciesThatKnowIt() {
    String answer = "{\"fire\": true, \"actions\": [{\"task\": {\"title\": \"A\"}}]}";
    for (String name : List.of("bound", "free", "shut")) {
      scene.answering(name, "tools: [task_add]\ntriggers: {interval: 1h}", answer);
    }
    Node node = scene.society().node().node();
    node.writeText(
        node.home().access().resolve("own.yaml"),
        """
        - name: program
          match: {principal: {system: true}, conditions: [{channel: timer}]}
          effect: allow
          permissions: "*"
        - name: agents
          match: {principal: {agent: true}}
          effect: allow
          permissions: "*"
        - name: one-hook
          match: {principal: {system: true}, conditions: [{hook_id: bound}]}
          effect: allow
          permissions: {tools: [mail_send]}
        - name: no-hook
          match: {principal: {system: true}, conditions: [{hook_id: shut}]}
          effect: deny
        """);
    scene.society().clock().advance(Duration.ofHours(1));
    assertThat(scene.run()).isEqualTo(new Dispatch.Done(2, 1, 1));
    assertThat(scene.states("free")).containsExactly(HookRun.State.FIRED);
    assertThat(scene.reason("bound")).contains("task_add");
    assertThat(scene.states("shut")).containsExactly(HookRun.State.DENIED);
    assertThat(scene.reason("shut")).contains("no-hook");
    assertThat(scene.count("SELECT COUNT(*) FROM audit WHERE tool = 'hook_run'")).isEqualTo(2);
  }

  @Test
  void timesThatThePoliciesLetCauseNothingAreToldAndStartNothing() {
    scene.hot("hourly", "triggers: {interval: 1h}", HookScene.hot(_ -> HookScene.FIRE));
    scene.addPolicy(
        """
        - name: no-times
          match: {principal: {system: true}, conditions: [{event_type: timer_tick}]}
          effect: deny
        """);
    scene.society().clock().advance(Duration.ofHours(1));
    assertThat(scene.run().runs()).isZero();
    assertThat(scene.reason("hourly")).contains("sbp access explain timer:");
  }

  @Test
  void whatAGateDoesNotLetPassNoOtherHookSees() {
    boolean[] passes = {false};
    scene.hot(
        "guard",
        "gate: true\n" + HookScene.ON_THINGS,
        HookScene.hot(_ -> JsonObject.builder().put("fire", passes[0]).build()));
    scene.hot("work", HookScene.ON_THINGS, HookScene.hot(_ -> HookScene.FIRE));
    scene.happens("thing.made");
    scene.run();
    assertThat(scene.states("work")).containsExactly(HookRun.State.HELD);
    passes[0] = true;
    scene.happens("thing.made");
    scene.run();
    assertThat(scene.states("work").getFirst()).isEqualTo(HookRun.State.FIRED);
  }

  @Test
  void aGateThatFailsIsClosed() {
    scene.hot(
        "guard",
        "gate: true\n" + HookScene.ON_THINGS,
        HookScene.hot(
            _ -> {
              throw new IllegalStateException("broken");
            }));
    scene.hot("work", HookScene.ON_THINGS, HookScene.hot(_ -> HookScene.FIRE));
    for (int i = 0; i < 7; i++) {
      scene.happens("thing.made");
    }
    scene.run();
    assertThat(scene.states("work")).hasSize(7).containsOnly(HookRun.State.HELD);
  }

  @Test
  void hooksThatSetEachOtherOffComeToAnEnd() {
    String task = "{\"fire\": true, \"actions\": [{\"task\": {\"title\": \"More\"}}]}";
    String onTasks =
        """
        tools: [task_add]
        triggers: {event: {types: task.created}}
        """;
    scene.answering("one", onTasks, task);
    scene.happens("task.created");
    scene.run();
    assertThat(scene.states("one"))
        .containsExactly(
            HookRun.State.SKIPPED,
            HookRun.State.FIRED,
            HookRun.State.FIRED,
            HookRun.State.FIRED,
            HookRun.State.FIRED);
  }

  @Test
  void aHookThatRunsTooOftenIsSkippedWithAWord() {
    scene.hot("busy", "per_hour: 2\n" + HookScene.ON_THINGS, HookScene.hot(_ -> HookScene.FIRE));
    for (int i = 0; i < 3; i++) {
      scene.happens("thing.made");
    }
    assertThat(scene.run().runs()).isEqualTo(2);
    assertThat(scene.reason("busy")).contains("per_hour");
  }
}
