package org.sovereignbook.sbp.peer.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.net.http.PeerClient;
import org.sovereignbook.sbp.net.http.PeerReply;
import org.sovereignbook.sbp.peer.step.Progress;
import org.sovereignbook.sbp.store.ExclusiveStore;
import org.sovereignbook.sbp.store.NodeWait;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.file.FileStore;

/** The owner's commands while the network step waits for its peers. */
class NetworkPauseTest {
  @TempDir Path folder;
  private final FakePeer ada = FakePeer.named("ada");
  private final FakePeer carl = FakePeer.named("carl");
  private final List<String> ran = new ArrayList<>();
  private final List<List<String>> typed = new ArrayList<>();

  /** Answers as the peers do, after a command was typed at each request. */
  private PeerClient typing(Scene scene) {
    return new PeerClient() {
      @Override
      public synchronized PeerReply get(Endpoint endpoint, String path)
          throws InterruptedException {
        if (!typed.isEmpty()) {
          String[] words = typed.removeFirst().toArray(String[]::new);
          CliTest.Ran run = CliTest.in(scene.bob().home().root()).run(words);
          ran.add(run.exit() + " " + run.err());
        }
        return scene.peers().get(endpoint, path);
      }

      @Override
      public PeerReply post(Endpoint endpoint, byte[] envelope) {
        throw new AssertionError("the step sends nothing itself");
      }
    };
  }

  private NetworkResult run(Scene scene) throws InterruptedException {
    NodeWait atOnce = NodeWait.of(Duration.ZERO, _ -> {});
    try (FileStore store = new FileStore(scene.bob().node());
        ExclusiveStore held = ExclusiveStore.over(scene.bob().node(), store, "network")) {
      return new Network(scene.bob().node(), held.store(), typing(scene), () -> held.pause(atOnce))
          .run(Progress.NONE);
    }
  }

  @Test
  void aPieceIsPostedAndAPeerBlockedWhileTheStepWaitsForAnAnswer() throws Exception {
    Scene scene = Scene.in(folder, ada, carl);
    scene.knows(ada, TrustState.ENDORSED);
    ada.endorses(carl);
    Files.writeString(folder.resolve("piece.md"), "# Fog\n\nThick.\n");
    typed.add(List.of("post", folder.resolve("piece.md").toString()));
    typed.add(List.of("peers", "block", "ada"));

    NetworkResult result = run(scene);

    assertThat(ran).hasSize(2).allMatch(run -> run.startsWith(ExitCode.DONE.toString()));
    assertThat(scene.row(ada).orElseThrow().trust()).isEqualTo(TrustState.BLOCKED);
    assertThat(result).isNotNull();
    assertThat(scene.bob().store().objects().hashes(ObjectStore.CONTENT_CREATED)).hasSize(1);
    assertThat(scene.bob().store().objects().hashes(ObjectStore.ENDORSEMENTS_RECEIVED))
        .as("nothing is kept from a peer that was blocked meanwhile")
        .isEmpty();
  }

  @Test
  void aSeedThatAnswersSlowlyHoldsNoCommandUp() throws Exception {
    Scene scene = Scene.in(folder, ada);
    scene
        .bob()
        .configure(
            JsonObject.empty()
                .with("seeds", JsonArray.ofStrings(List.of(ada.endpoint.toString()))));
    Files.writeString(folder.resolve("piece.md"), "# Fog\n\nThick.\n");
    typed.add(List.of("post", folder.resolve("piece.md").toString()));

    var _ = run(scene);

    assertThat(ran).hasSize(1).allMatch(run -> run.startsWith(ExitCode.DONE.toString()));
    assertThat(scene.row(ada)).as("the seed was joined all the same").isPresent();
  }
}
