package org.sovereignbook.sbp.plugins.email;

import java.nio.file.Path;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.testing.FuzzReplay;

class MailFuzzTest {
  private static final int MUTATIONS = 300;
  private static final long SEED = 48;

  private static void feed(String corpus, Consumer<byte[]> target) {
    new FuzzReplay(Path.of("src/test/resources/fuzz", corpus)).feed(target, MUTATIONS, SEED);
  }

  @Test
  void noMailIsAFaultOrShowsWhatSteers() {
    feed("mail", MailFuzz::fuzzerTestOneInput);
  }

  @Test
  void noHeadersOfOtherServersProveASender() {
    feed("mail-proof", MailProofFuzz::fuzzerTestOneInput);
  }

  @Test
  void noTextIsAFault() {
    feed("mail-text", MailTextFuzz::fuzzerTestOneInput);
  }
}
