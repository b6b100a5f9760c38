package org.sovereignbook.sbp.runtime.feature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.MailType;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.Payload;
import org.sovereignbook.sbp.base.protocol.Payloads;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.FeatureSettings;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.peer.reader.Gate;
import org.sovereignbook.sbp.peer.reader.ReceivedEnvelope;
import org.sovereignbook.sbp.peer.step.Progress;
import org.sovereignbook.sbp.peer.step.StepContext;
import org.sovereignbook.sbp.runtime.scheduler.Steps;
import org.sovereignbook.sbp.society.mail.Arrival;
import org.sovereignbook.sbp.society.mail.MailFeature;
import org.sovereignbook.sbp.society.status.SocietyPart;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;
import org.sovereignbook.sbp.testing.TestSociety;

/** The part of a feature in the step that reads the inbox, while it is on and while it is off. */
class StepWorkTest {
  @TempDir Path folder;
  private TestNode node;

  /** Drops each message about a tide. */
  private static final class Tides implements NodeFeature, MailFeature {
    @Override
    public String name() {
      return "tides";
    }

    @Override
    public String title() {
      return "tides";
    }

    @Override
    public boolean takes(ReceivedEnvelope received) {
      return received.payload() instanceof Payload.Direct direct
          && direct.body().startsWith("tide");
    }

    @Override
    public Map<MailType, Arrival.Handler> arrivals() {
      return Map.of(MailType.TASK_OFFER, (_, _) -> Arrival.ordinary("a tide"));
    }

    @Override
    public List<Gate> gates(StepContext on) {
      return List.of((received, _) -> takes(received) ? Gate.drop("a tide") : Gate.pass());
    }
  }

  /** Fails whatever it is asked. */
  private record Broken(boolean isOptional) implements NodeFeature, MailFeature {
    @Override
    public String name() {
      return "broken";
    }

    @Override
    public String title() {
      return "broken";
    }

    @Override
    public Map<MailType, Arrival.Handler> arrivals() {
      throw new IllegalStateException("out of order");
    }

    @Override
    public boolean takes(ReceivedEnvelope received) {
      throw new IllegalStateException("out of order");
    }

    @Override
    public List<Gate> gates(StepContext on) {
      throw new IllegalStateException("out of order");
    }
  }

  @BeforeEach
  void receive() {
    node = TestNode.in(folder);
    node.addPeer("Alice", TestKeys.alice(), TestNode.ALICE_ENDPOINT, TrustState.ENDORSED);
    Features _ =
        node.node()
            .kept()
            .of(
                Features.class,
                () -> new Features(List.of(new Broken(true), new Tides(), new SocietyPart())));
    for (String body : List.of("tide at noon", "good morning")) {
      node.store()
          .inbox()
          .accept(
              node.envelope(
                  TestKeys.alice(),
                  TestNode.ALICE_ENDPOINT,
                  MessageType.DIRECT,
                  Payloads.direct(body, Optional.empty(), Optional.empty())),
              node.clock().instant());
    }
  }

  private void read() throws Exception {
    read(node, Optional.empty());
  }

  private static void read(TestNode node, Optional<Ledger> society) throws Exception {
    try (StepContext context =
        new StepContext(
            node.node(), node.store(), false, Progress.NONE, Optional::empty, () -> society)) {
      StepWork.of(Steps.named("reader-pre").orElseThrow(), List.of()).on(context);
    }
  }

  private String digest() {
    return node.node().readText(node.home().inboxDigest()).orElseThrow();
  }

  @Test
  void itsGateIsAskedWhileItIsOn() throws Exception {
    read();

    assertThat(digest()).contains("good morning").doesNotContain("tide");
    assertThat(node.store().inbox().setAside()).isEmpty();
    assertThat(node.node().readText(node.home().opsLog()).orElseThrow())
        .contains("the feature broken takes no part in this step: out of order");
  }

  @Test
  void theStepFailsWithAFeatureThatNoNodeCanDoWithout() {
    TestNode other = TestNode.in(folder.resolve("other"));
    Features _ =
        other.node().kept().of(Features.class, () -> new Features(List.of(new Broken(false))));

    assertThatThrownBy(() -> read(other, Optional.empty())).hasMessage("out of order");
  }

  @Test
  void mailForAFeatureIsTakenWhileAnotherOneFails() {
    assertThat(SocietyPart.arrivals(node.node())).containsOnlyKeys(MailType.TASK_OFFER);
  }

  @Test
  void whatItsGateTakesIsNoEventOfTheSociety() throws Exception {
    try (TestSociety society = TestSociety.of(node)) {
      read(node, Optional.of(society.ledger().lent(node.node())));

      List<String> bodies =
          society
              .ledger()
              .read(
                  tx ->
                      tx.texts(
                          "SELECT content.text FROM event_subject JOIN content ON content.subject ="
                              + " event_subject.subject WHERE event_id LIKE 'envelope:%'"));
      assertThat(bodies).containsExactly("good morning");
    }
  }

  @Test
  void whatIsForItIsSetAsideWhileItIsOffAndNoModelSeesIt() throws Exception {
    node.configure(
        JsonObject.empty()
            .with(
                "features",
                JsonObject.empty().with("off", JsonArray.ofStrings(List.of("broken", "tides")))));
    assertThat(node.node().config().get(FeatureSettings.OFF)).containsExactly("broken", "tides");

    read();

    assertThat(digest()).contains("good morning").doesNotContain("tide");
    assertThat(node.store().inbox().setAside()).hasSize(1);
    assertThat(node.node().readText(node.home().opsLog()).orElseThrow())
        .contains("needs-feature: tides is off in this node; sbp plugin on tides");
  }
}
