package org.sovereignbook.sbp.base.crypto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;

/** A private key is found in text however it is spelled, and nothing else is taken for one. */
class SecretsTest {
  private static final int KEYS = 200;

  /** A way to spell bytes; the random source chooses what the way leaves open. */
  private interface Spelling extends BiFunction<byte[], Random, String> {}

  static Stream<Spelling> spellings() {
    List<Spelling> encodings =
        List.of(
            (seed, _) -> Base64Url.encode(seed),
            (seed, _) -> Base64.getEncoder().encodeToString(seed),
            (seed, _) -> HexFormat.of().formatHex(seed),
            (seed, _) -> HexFormat.ofDelimiter(":").withUpperCase().formatHex(seed),
            (seed, random) -> Base64.getMimeEncoder().encodeToString(around(seed, random)),
            (seed, random) -> Base64Url.encode(around(seed, random)));
    List<BiFunction<String, Random, String>> coats =
        List.of(
            (text, _) -> text,
            (text, random) -> split(text, random),
            (text, _) -> escaped(text),
            (text, random) -> quotedTwice(split(text, random)),
            (text, _) -> "my diary: " + text + " and so on");
    return encodings.stream()
        .flatMap(
            encoding ->
                coats.stream()
                    .map(
                        coat ->
                            (seed, random) -> coat.apply(encoding.apply(seed, random), random)));
  }

  @ParameterizedTest
  @MethodSource("spellings")
  void everySpellingOfEveryKeyIsFound(Spelling spelling) {
    Random random = new Random(20_261_122);
    for (int i = 0; i < KEYS; i++) {
      byte[] seed = bytes(random, PrivateKey.BYTES);
      Secrets secrets = Secrets.of(List.of(key(random), PrivateKey.of(seed)));

      String text = spelling.apply(seed, random);

      assertThat(secrets.in(text)).as(text).isTrue();
    }
  }

  @ParameterizedTest
  @MethodSource("spellings")
  void anotherKeyIsNotTakenForIt(Spelling spelling) {
    Random random = new Random(20_261_123);
    Secrets secrets = Secrets.of(List.of(key(random)));
    for (int i = 0; i < KEYS; i++) {
      assertThat(secrets.in(spelling.apply(bytes(random, PrivateKey.BYTES), random))).isFalse();
    }
  }

  @Test
  void nothingIsSignedThatHoldsTheSignersKeyOrOneThatItGuards() {
    Random random = new Random(20_261_124);
    KeyPair own = KeyPair.of(key(random));
    PrivateKey next = key(random);
    KeyPair guarded = own.guarding(List.of(next));

    assertThat(Signing.sign(says(own, next), own, "key").has("signature")).isTrue();
    assertThatExceptionOfType(SecretException.class)
        .isThrownBy(() -> Signing.sign(says(own, next), guarded, "key"));
    assertThatExceptionOfType(SecretException.class)
        .isThrownBy(() -> Signing.sign(says(own, own.privateKey()), guarded, "key"))
        .withMessageNotContaining(own.privateKey().encoded());
  }

  private static JsonObject says(KeyPair signer, PrivateKey secret) {
    return JsonObject.builder()
        .put("key", signer.publicKey().toString())
        .put("body", "a file: {\"private_key\": \"" + secret.encoded() + "\"}")
        .build();
  }

  private static PrivateKey key(Random random) {
    return PrivateKey.of(bytes(random, PrivateKey.BYTES));
  }

  private static byte[] bytes(Random random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  /** The bytes somewhere inside others. */
  private static byte[] around(byte[] seed, Random random) {
    byte[] before = bytes(random, random.nextInt(10));
    byte[] after = bytes(random, random.nextInt(10));
    byte[] all = new byte[before.length + seed.length + after.length];
    System.arraycopy(before, 0, all, 0, before.length);
    System.arraycopy(seed, 0, all, before.length, seed.length);
    System.arraycopy(after, 0, all, before.length + seed.length, after.length);
    return all;
  }

  private static String split(String text, Random random) {
    List<String> between = List.of(" ", "\n", "\t", "\u200b", "\" , \"", "", "", "");
    return text.chars()
        .mapToObj(each -> (char) each + between.get(random.nextInt(between.size())))
        .collect(Collectors.joining());
  }

  private static String escaped(String text) {
    return text.chars()
        .mapToObj(each -> "\\u%04x".formatted(each))
        .collect(Collectors.joining("", "\"", "\""));
  }

  private static String quotedTwice(String text) {
    return IntStream.range(0, 2)
        .boxed()
        .reduce(
            text,
            (inner, _) -> JsonWriter.compact(JsonObject.builder().put("text", inner).build()),
            (first, _) -> first);
  }
}
