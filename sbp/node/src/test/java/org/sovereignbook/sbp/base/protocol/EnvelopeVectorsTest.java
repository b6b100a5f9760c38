package org.sovereignbook.sbp.base.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.crypto.Vectors;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;

/** Every envelope of the shared vectors, at the clock of the vectors, as bob. */
class EnvelopeVectorsTest {
  private final Instant clock = Instant.parse(Vectors.file("sbp1").string("clock").orElseThrow());
  private final EnvelopeValidator validator =
      new EnvelopeValidator(PublicKey.parse(Vectors.file("sbp1").string("node_key").orElseThrow()));

  @TestFactory
  Stream<DynamicTest> acceptsWithTheRightHash() {
    return Vectors.list("sbp1", "accept").stream()
        .map(
            vector ->
                DynamicTest.dynamicTest(
                    name(vector),
                    () -> {
                      Checked<Envelope> checked = validator.validate(bytes(vector), clock);
                      assertThat(checked.why()).isEmpty();
                      assertThat(checked.toOptional().orElseThrow().hash())
                          .hasToString(vector.string("hash").orElseThrow());
                    }));
  }

  @TestFactory
  Stream<DynamicTest> rejectsWithTheRightCode() {
    return Vectors.list("sbp1", "reject").stream()
        .map(
            vector ->
                DynamicTest.dynamicTest(
                    name(vector),
                    () -> {
                      Rejection why = validator.validate(bytes(vector), clock).why().orElseThrow();
                      String allowed = vector.string("code").orElseThrow();
                      assertThat(Arrays.asList(allowed.split("\\|")))
                          .contains(why.code().toString());
                      assertThat(why.message()).isNotBlank().doesNotContain("\n");
                    }));
  }

  private static String name(JsonObject vector) {
    return vector.string("name").orElseThrow();
  }

  private static byte[] bytes(JsonObject vector) {
    Optional<String> raw = vector.string("raw");
    return raw.orElseGet(() -> JsonWriter.compact(vector.object("envelope").orElseThrow()))
        .getBytes(StandardCharsets.UTF_8);
  }
}
