package org.sovereignbook.sbp.plugins.email;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.sovereignbook.sbp.testing.Fuzzed;

/** Target for fuzzing: headers {@code Authentication-Results}, one a line, the topmost first. */
public final class MailProofFuzz {
  private static final Optional<String> SERVER = Optional.of("mx.example.org");

  private MailProofFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    List<String> results = new String(input, StandardCharsets.UTF_8).lines().toList();
    MailProof proof = MailProof.of(results, SERVER, "example.org");
    Fuzzed.same(proof, MailProof.of(results, SERVER, "example.org"));
    Fuzzed.same(false, MailProof.of(results, Optional.empty(), "example.org").isProven());
    List<String> own =
        results.stream().filter(one -> MailProof.server(one).equals(SERVER.get())).toList();
    if (proof.isProven()) {
      Fuzzed.same(
          true, own.stream().anyMatch(one -> one.toLowerCase(Locale.ROOT).contains("pass")));
      Fuzzed.same(
          proof,
          MailProof.of(
              List.of(own.stream().filter(one -> one.length() <= 8_192).findFirst().orElse("")),
              SERVER,
              "example.org"));
    }
  }
}
