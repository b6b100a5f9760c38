package org.sovereignbook.sbp.plugins.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.model.judgment.FakeBackend;
import org.sovereignbook.sbp.testing.TestKeys;

/** On whose account a hook asks the node's model. */
class HookSpendingTest {
  private static final Principal EVE = Principal.peer(TestKeys.named("eve").publicKey());
  private static final Principal MALLORY = Principal.peer(TestKeys.named("mallory").publicKey());
  private static final Principal BOB = Principal.peer(TestKeys.named("bob").publicKey());

  @TempDir Path folder;
  private final FakeBackend backend = FakeBackend.saying("yes");
  private final List<String> refusals = new ArrayList<>();
  private HookScene scene;
  private int events;

  @BeforeEach
  void open() {
    scene = new HookScene(folder);
    scene.policies("- {name: all, effect: allow, permissions: '*'}");
    scene.hot(
        "asks",
        "model: true\ntriggers: {event: {types: [envelope, thing]}}",
        HookScene.hot(this::ask));
  }

  @AfterEach
  void close() {
    scene.close();
  }

  private JsonObject ask(JsonObject input) {
    String run = input.object("hook").orElseThrow().string("run").orElseThrow();
    try {
      String _ =
          new ModelQuestion("Is it good?", input.object("event").orElseThrow().string("content"))
              .ask(scene.ledger().knowing(this::trust), backend, run, scene.hook("asks").agent());
    } catch (SocietyException e) {
      refusals.add(String.valueOf(e.getMessage()));
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    return HookScene.FIRE;
  }

  private Optional<TrustState> trust(PublicKey peer) {
    return BOB.peerKey().filter(peer::equals).map(_ -> TrustState.TRUSTED);
  }

  /** How many of so many questions about what somebody has sent are answered. */
  private int answered(Principal who, int times) {
    int before = backend.requests().size();
    for (int i = 0; i < times; i++) {
      scene.arrives("e-" + events++, who, "hello");
    }
    scene.run();
    return backend.requests().size() - before;
  }

  private void limits(int strangerPercent, int principalPercent) {
    scene
        .society()
        .node()
        .configure(
            JsonObject.builder()
                .put(
                    "llm",
                    JsonObject.builder()
                        .put("daily_call_limit", 20)
                        .put("stranger_percent", strangerPercent)
                        .put("principal_percent", principalPercent)
                        .build())
                .put("reader", JsonObject.builder().put("stranger_budget_percent", 20).build())
                .build());
  }

  @Test
  void oneStrangerUsesUpItsPartOfWhatStrangersMayAndNobodyElses() {
    limits(50, 100);

    assertThat(answered(EVE, 3)).as("half of a fifth of 20").isEqualTo(2);
    assertThat(refusals)
        .singleElement()
        .asString()
        .contains("the share of " + EVE.text(), "llm.stranger_percent");
    assertThat(answered(MALLORY, 3)).as("the other half").isEqualTo(2);
    scene.happens("thing.made");
    scene.run();
    assertThat(backend.requests()).as("the owner's own").hasSize(5);
  }

  @Test
  void whomTheNodeHasChosenUsesUpItsPartAndAWebhookItsOwn() {
    limits(50, 10);

    assertThat(answered(BOB, 3)).as("a tenth of 20").isEqualTo(2);
    assertThat(refusals).singleElement().asString().contains("llm.principal_percent");
    assertThat(answered(Principal.webhook("shop"), 3)).isEqualTo(2);
    assertThat(answered(EVE, 1)).isEqualTo(1);
  }
}
