package org.sovereignbook.sbp.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sovereignbook.sbp.base.crypto.Vectors;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.testing.TestNode;

/** The shared sequences of identity documents, a thief's among them (IDENTITY §Rotation). */
class RotationVectorsTest {
  private static final Instant CLOCK = Instant.parse("2026-03-17T13:00:00Z");

  @TempDir private Path folder;

  static Stream<JsonObject> sequences() {
    return Vectors.list("rotation", "sequences").stream();
  }

  @ParameterizedTest
  @MethodSource("sequences")
  void everyDocumentOfASequenceIsTakenOrRefused(JsonObject sequence) {
    Store store = TestNode.in(folder).store();
    List<String> results = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    for (JsonObject step : sequence.array("steps").orElseThrow().objects()) {
      expected.add(step.string("result").orElseThrow());
      results.add(show(store, step.object("document").orElseThrow()));
    }
    assertThat(results).as(sequence.string("name").orElseThrow()).isEqualTo(expected);
  }

  /** As a peer does that meets whoever announces themselves. */
  private static String show(Store store, JsonObject json) {
    IdentityDocument document = IdentityDocument.validate(json, CLOCK).toOptional().orElseThrow();
    PeerTable before = store.peers();
    Introduction introduction = Introduction.of(store, before, document);
    if (introduction.refused().isPresent()) {
      assertThat(introduction.table()).isEqualTo(before);
      assertThat(introduction.changes()).isEmpty();
      return introduction.refused().get().code().toString();
    }
    PeerTable after = introduction.table();
    if (after.find(document.publicKey()).isEmpty()) {
      after = after.with(met(document));
    }
    store.commit(new ChangeSet().addAll(introduction.changes()).addAll(after.changes(before)));
    Optional<IdentityDocument> held = store.peerIdentity(document.publicKey());
    assertThat(held).contains(document);
    return introduction.movedFrom().isPresent() ? "rotated" : "accepted";
  }

  private static Peer met(IdentityDocument document) {
    return Peer.met(
        document.name(),
        document.publicKey(),
        document.endpoint(),
        TrustState.KNOWN,
        document.createdAt());
  }
}
