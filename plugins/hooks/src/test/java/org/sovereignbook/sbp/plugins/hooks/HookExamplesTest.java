package org.sovereignbook.sbp.plugins.hooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.Programs;
import org.sovereignbook.sbp.society.ingress.Incoming;
import org.sovereignbook.sbp.society.ingress.Ingress;

/** The five of examples/hooks, as they are. */
class HookExamplesTest {
  private static final Path EXAMPLES = Path.of("../examples/hooks");

  @TempDir Path folder;
  private HookScene scene;

  @BeforeEach
  void open() {
    assumeTrue(Programs.onPath(System.getenv(), "python3").isPresent());
    scene = new HookScene(folder);
  }

  @AfterEach
  void close() {
    if (scene != null) {
      scene.close();
    }
  }

  private void example(String file) throws IOException {
    Path hooks = Files.createDirectories(HookScript.folder(scene.ledger().node()));
    Files.copy(EXAMPLES.resolve(file), hooks.resolve(file));
    Hook _ = scene.accept(file.replaceFirst("\\..*", ""));
  }

  private void post(String webhook, String id, String type, String content) {
    scene
        .ledger()
        .run(
            tx ->
                Ingress.arrived(
                    tx,
                    new Incoming(
                        "webhook:" + webhook + ":" + id,
                        "webhook.received",
                        Principal.webhook(webhook),
                        "webhook",
                        new Subject("webhook", id),
                        Optional.of(content),
                        "json",
                        JsonObject.builder()
                            .put("webhook", webhook)
                            .put("event_type", type)
                            .build())));
  }

  private List<String> titles() {
    return scene
        .ledger()
        .read(
            tx ->
                tx.list(
                    "SELECT c.text FROM task t JOIN content c ON c.id = t.title_id",
                    row -> row.text(1)));
  }

  @Test
  void aPaymentAboveTheLimitIsATask() throws Exception {
    WebhookPolicy.write(scene.ledger().node(), "stripe", List.of("task_add"));
    example("stripe-high-value.sh");
    String payment = "{\"data\":{\"object\":{\"amount\":%d,\"customer\":\"cus_1\"}}}";
    post("stripe", "1", "payment_intent.succeeded", payment.formatted(10_001));
    post("stripe", "2", "payment_intent.succeeded", payment.formatted(10_000));
    post("stripe", "3", "payment_intent.failed", payment.formatted(99_999));
    assertThat(scene.run()).isEqualTo(new Dispatch.Done(2, 1, 0));
    assertThat(titles()).containsExactly("Thank cus_1 for 10001 cents");
  }

  @Test
  void aCheckAtOneTimeIsMadeOnce() throws Exception {
    example("safety-check.sh");
    scene.society().clock().advance(Duration.ofDays(2));
    assertThat(scene.run().fired()).isEqualTo(1);
    scene.society().clock().advance(Duration.ofDays(2));
    assertThat(scene.run().runs()).isZero();
    assertThat(scene.hook("safety-check").state()).isEqualTo(Hook.State.ENDED);
  }

  @Test
  void aHeartbeatRestsAtNight() throws Exception {
    example("heartbeat.py");
    scene.society().clock().set(Instant.parse("2026-03-17T13:06:00Z"));
    assertThat(scene.run().fired()).isEqualTo(1);
    scene.society().clock().set(Instant.parse("2026-03-17T23:36:00Z"));
    assertThat(scene.run()).isEqualTo(new Dispatch.Done(1, 0, 0));
  }

  @Test
  void aModelsVerdictCountsFromItsConfidenceOn() throws Exception {
    example("code-helper.py");
    Hook hook = scene.hook("code-helper");
    Node usual = Node.at(folder.resolve("usual"));
    usual.writeJson(usual.home().schedulerConfig(), JsonObject.empty());
    assertThat(hook.declaration().limit(usual.config())).isEqualTo(Duration.ofSeconds(30));
    String stub = "#!/bin/sh\necho '{\"asks\": true, \"confidence\": %d}'\n";
    assertThat(answered("code-helper", stub.formatted(90))).contains("asks for a login code");
    assertThat(answered("code-helper", stub.formatted(40))).contains("\"fire\": false");
  }

  @Test
  void aBoardingMailIsOneTaskADay() throws Exception {
    example("flight-checkin.py");
    String none =
        "#!/bin/sh\n"
            + "case \"$1\" in task) echo '{\"tasks\": []}';; *) echo '{\"answer\": \"AB 12\"}';;"
            + " esac\n";
    assertThat(answered("flight-checkin", none)).contains("Check in for AB 12");
    String known = "#!/bin/sh\necho '{\"tasks\": [{\"labels\": [\"checkin:2026-03-17\"]}]}'\n";
    assertThat(answered("flight-checkin", known)).contains("\"fire\": false");
  }

  /** What the script prints with this in the place of sbp. */
  private String answered(String name, String sbp) throws Exception {
    Path bin = Files.createDirectories(folder.resolve("stub"));
    Files.writeString(bin.resolve("sbp"), sbp);
    assertThat(bin.resolve("sbp").toFile().setExecutable(true)).isTrue();
    HookPrograms programs =
        new HookPrograms(
            scene.ledger().node(),
            List.of(bin.resolve("sbp").toString()),
            Optional.empty(),
            System.getenv(),
            _ -> {
              throw new AssertionError();
            });
    HookScript.Found found = HookScript.find(scene.ledger().node(), name).orElseThrow();
    JsonObject input =
        Hook.json(
            """
            {"event": {"content": "Your check-in is open"}, "principal": {"name": "Mum"},
             "config": {"least": 80, "words": ["check-in"]}, "now": "2026-03-17T12:00:00Z"}\
            """);
    HookPrograms.ProgramEnd outcome =
        programs.run(
            ((HookScript.Found.Good) found).script(),
            // What has a run's id is ended with it, also another suite's.
            UUID.randomUUID().toString(),
            "none",
            List.of(),
            input,
            Duration.ofSeconds(30),
            100_000);
    assertThat(outcome).isInstanceOf(HookPrograms.ProgramEnd.Printed.class);
    return new String(((HookPrograms.ProgramEnd.Printed) outcome).output(), StandardCharsets.UTF_8);
  }
}
