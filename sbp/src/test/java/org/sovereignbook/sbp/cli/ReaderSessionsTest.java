package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/** A peer of {@code reader.sessions} that no policy lets in is named by {@code sbp doctor}. */
class ReaderSessionsTest {
  @TempDir Path folder;

  private static String found(TestNode node, String entry) {
    node.configure(
        JsonObject.builder()
            .put(
                "reader",
                JsonObject.builder().put("sessions", JsonArray.ofStrings(List.of(entry))).build())
            .build());
    String doctor = CliTest.in(node.home().root()).run("doctor").out();
    return doctor.lines().filter(line -> line.contains("reader.sessions")).toList().toString();
  }

  @Test
  void anEntryWithoutEffectBecauseOfTrustIsNamed() {
    TestNode node = TestNode.in(folder);
    assertThat(CliTest.in(node.home().root()).run("task", "add", "x").err()).isEmpty();
    String ann = TestKeys.named("ann").publicKey().toString();

    assertThat(found(node, ann)).contains("without effect", "trust", ann);
    assertThat(found(node, "trust:unknown")).contains("without effect", "trust:unknown");
    assertThat(found(node, "trust:known")).contains("each of them may write");
    node.addPeer(
        "ann", TestKeys.named("ann"), Endpoint.parse("https://ann.example"), TrustState.KNOWN);
    assertThat(found(node, ann)).contains("each of them may write");
  }
}
