package org.sovereignbook.sbp.peer.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.crypto.Vectors;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.testing.TestNode;

/** Every envelope of the shared vectors, posted to a real server at the vectors' clock. */
class VectorsOverHttpTest {
  @TempDir private Path folder;

  @TestFactory
  Stream<DynamicTest> everyGoodEnvelopeIsAcceptedAndStoredByteForByte() {
    return Vectors.list("sbp1", "accept").stream()
        .map(vector -> DynamicTest.dynamicTest(name(vector), () -> isAccepted(vector)));
  }

  @TestFactory
  Stream<DynamicTest> everyBadEnvelopeIsRefusedWithItsCodeAndLeavesNoTrace() {
    return Vectors.list("sbp1", "reject").stream()
        .map(vector -> DynamicTest.dynamicTest(name(vector), () -> isRefused(vector)));
  }

  @Test
  void allVectorsInARowLeaveExactlyTheGoodOnesInTheInbox() {
    try (Served served = Served.start(TestNode.in(folder))) {
      Vectors.list("sbp1", "reject").forEach(vector -> served.post(bytes(vector)));
      assertThat(served.inbox()).isEmpty();
      List<JsonObject> good = Vectors.list("sbp1", "accept");
      good.forEach(vector -> served.post(bytes(vector)));
      assertThat(served.inbox()).hasSameSizeAs(good);
    }
  }

  private void isAccepted(JsonObject vector) {
    try (Served served = Served.start(TestNode.in(folder.resolve(file(vector))))) {
      HttpResponse<String> response = served.post(bytes(vector));

      assertThat(response.statusCode()).isEqualTo(202);
      JsonObject answer = Served.json(response);
      assertThat(answer.string("status")).contains("accepted");
      assertThat(answer.string("hash")).isEqualTo(vector.string("hash"));
      InboxId id = new InboxId(answer.string("id").orElseThrow());
      assertThat(id.value()).matches("2026-03-17T120500Z-[0-9a-f]{4}");
      assertThat(served.inbox()).containsExactly(id);
      assertThat(served.node().store().inbox().read(id)).contains(bytes(vector));
    }
  }

  private void isRefused(JsonObject vector) {
    try (Served served = Served.start(TestNode.in(folder.resolve(file(vector))))) {
      HttpResponse<String> response = served.post(bytes(vector));

      assertThat(response.statusCode()).isEqualTo(400);
      assertThat(response.headers().firstValue("Content-Type")).contains("application/json");
      assertThat(vector.string("code").orElseThrow().split("\\|")).contains(Served.error(response));
      assertThat(Served.json(response).string("message").orElse("")).isNotBlank();
      assertThat(served.inbox()).isEmpty();
      assertThat(served.node().home().inbox())
          .satisfiesAnyOf(
              inbox -> assertThat(inbox).doesNotExist(),
              inbox -> assertThat(inbox).isEmptyDirectory());
    }
  }

  private static byte[] bytes(JsonObject vector) {
    return vector
        .string("raw")
        .orElseGet(() -> JsonWriter.compact(vector.object("envelope").orElseThrow()))
        .getBytes(StandardCharsets.UTF_8);
  }

  private static String name(JsonObject vector) {
    return vector.string("name").orElseThrow();
  }

  private static String file(JsonObject vector) {
    return name(vector).replaceAll("[^a-z0-9]", "-");
  }
}
