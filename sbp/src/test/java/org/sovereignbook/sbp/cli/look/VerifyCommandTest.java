package org.sovereignbook.sbp.cli.look;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.base.protocol.Envelope;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.store.OutboxItems;
import org.sovereignbook.sbp.testing.TestClock;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/** On the shared vectors, which a verifier of another make must judge alike. */
class VerifyCommandTest {
  /** Age and recipient are the receiving node's business; verify only reports them. */
  private static final Set<String> ONLY_REPORTED = Set.of("wrong-recipient");

  @TempDir Path folder;

  record Vector(String name, String code, JsonObject object) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static List<Vector> vectors(String list, String member) {
    try (InputStream in = VerifyCommandTest.class.getResourceAsStream("/vectors/sbp1.json")) {
      JsonObject all = (JsonObject) JsonReader.file(in.readAllBytes());
      return all.array(list).orElseThrow().objects().stream()
          .filter(vector -> vector.object(member).isPresent())
          .map(
              vector ->
                  new Vector(
                      list + " " + vector.string("name").orElseThrow(),
                      vector.string("code").orElse(""),
                      vector.object(member).orElseThrow()))
          .toList();
    } catch (IOException | MalformedJson e) {
      throw new AssertionError(e);
    }
  }

  static Stream<Vector> valid() {
    return Stream.concat(
        vectors("objects", "object").stream(), vectors("accept", "envelope").stream());
  }

  static Stream<Vector> refused() {
    return vectors("reject", "envelope").stream()
        .filter(vector -> !ONLY_REPORTED.contains(vector.code()))
        .filter(vector -> !vector.code().equals("stale-timestamp"));
  }

  private CliTest.Ran verify(String text, String... options) {
    return CliTest.in(folder)
        .typing(text)
        .run(Stream.concat(Stream.of("verify", "-"), Stream.of(options)).toArray(String[]::new));
  }

  @ParameterizedTest
  @MethodSource("valid")
  void everyGoodObjectIsValidAndNamesItsSigner(Vector vector) throws IOException {
    Path file = folder.resolve("object.json");
    Files.writeString(file, JsonWriter.pretty(vector.object()));

    CliTest.Ran ran = CliTest.in(folder).run("verify", "object.json", "--json");

    assertThat(ran.out()).contains("\"valid\": true");
    assertThat(ran.exit()).isEqualTo(ExitCode.DONE);
    assertThat(ran.json().string("kind")).isEqualTo(vector.object().string("kind"));
    assertThat(ran.json().string("fingerprint").orElseThrow()).startsWith("sbp1:");
    assertThat(verify(JsonWriter.compact(vector.object())).lines().getFirst()).endsWith(": valid");
  }

  @ParameterizedTest
  @MethodSource("refused")
  void everyBadEnvelopeIsRefusedWithItsCode(Vector vector) {
    CliTest.Ran ran = verify(JsonWriter.compact(vector.object()), "--json");

    assertThat(ran.exit()).isEqualTo(ExitCode.NOT_VALID);
    assertThat(ran.json().bool("valid")).contains(false);
    assertThat(ran.json().string("code")).contains(vector.code());
  }

  @Test
  void theRefusedVectorsAreMany() {
    assertThat(refused()).hasSizeGreaterThan(15);
    assertThat(valid()).hasSizeGreaterThan(15);
  }

  @Test
  void anOldEnvelopeToSomebodyElseIsValidAndSaidToBeOld() {
    JsonObject envelope =
        Envelope.sign(
            Envelope.build(
                MessageType.DIRECT,
                JsonObject.builder().put("body", "hello").build(),
                TestKeys.alice().publicKey(),
                TestNode.ALICE_ENDPOINT,
                TestKeys.eve().publicKey(),
                new Timestamp(TestClock.NOON.minus(Duration.ofDays(400)))),
            TestKeys.alice());

    CliTest.Ran ran = verify(JsonWriter.compact(envelope));

    assertThat(ran.exit()).isEqualTo(ExitCode.DONE);
    assertThat(ran.out()).contains("envelope: valid", "outside the window");
  }

  @Test
  void aGoodEnvelopeAroundAForgedObjectIsNotValid() {
    JsonObject forged = content("honest").with("title", "forged");
    JsonObject envelope =
        Envelope.sign(
            Envelope.build(
                MessageType.SHARE,
                forged,
                TestKeys.eve().publicKey(),
                TestNode.ALICE_ENDPOINT,
                TestKeys.bob().publicKey(),
                new Timestamp(TestClock.NOON)),
            TestKeys.eve());

    CliTest.Ran ran = verify(JsonWriter.compact(envelope), "--json");

    assertThat(ran.exit()).isEqualTo(ExitCode.NOT_VALID);
    assertThat(ran.json().bool("valid")).contains(false);
    assertThat(ran.json().object("payload").orElseThrow().string("code"))
        .contains("invalid-signature");
  }

  @Test
  void metadataOfTheOutboxIsNoPartOfTheObject() {
    JsonObject item = content("a piece").with(OutboxItems.RECIPIENT_ENDPOINT, "https://x.example");

    assertThat(verify(JsonWriter.compact(item)).exit()).isEqualTo(ExitCode.DONE);
  }

  @Test
  void textThatCouldSteerATerminalIsSpelledOut() {
    JsonObject content = content("\u001b[31mred\nline");

    assertThat(verify(JsonWriter.compact(content)).out())
        .contains("title \"\\u001b[31mred\\nline\"")
        .doesNotContain("\u001b");
    assertThat(verify("{\"kind\":\"\\u001b[2J\"}").out()).doesNotContain("\u001b");
  }

  @Test
  void whatIsNoObjectIsRefusedWithALine() {
    assertThat(verify("").exit()).isEqualTo(ExitCode.NOT_VALID);
    assertThat(verify("[]", "--json").json().string("code")).contains("malformed-json");
    assertThat(verify("{\"kind\":\"content\",\"n\":1.5}", "--json").json().string("code"))
        .contains("invalid-number");
    assertThat(
            verify(" ".repeat(Verification.MAX_OBJECT_BYTES + 1), "--json").json().string("code"))
        .contains("too-large");
  }

  @Test
  void aMissingFileIsNotFound() {
    assertThat(CliTest.in(folder).run("verify", "gone.json").exit()).isEqualTo(ExitCode.NOT_FOUND);
  }

  private static JsonObject content(String title) {
    return org.sovereignbook.sbp.base.crypto.Signing.sign(
        org.sovereignbook.sbp.base.protocol.Content.build(
            TestKeys.alice().publicKey(),
            title,
            "body",
            List.of(),
            java.util.Optional.empty(),
            new Timestamp(TestClock.NOON)),
        TestKeys.alice(),
        "author_key");
  }
}
