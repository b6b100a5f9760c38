package org.sovereignbook.sbp.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class SubprocessTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir Path folder;

  private Subprocess shell(String line) {
    return new Subprocess(
        List.of("/bin/sh", "-c", line), Map.of("PATH", "/usr/bin:/bin", "WORD", "x"), folder);
  }

  @Test
  void itTellsWhatBothStreamsSaidAndHowItEnded() throws Exception {
    Subprocess.Ended ended = shell("cat; echo no >&2; exit 3").run("yes", PATIENCE);

    assertThat(ended).isEqualTo(new Subprocess.Ended(3, "yes", "no\n"));
  }

  @Test
  void itHasTheEnvironmentAndTheFolderThatItWasGivenAndNoOther() throws Exception {
    assertThat(shell("pwd; echo $WORD$HOME").run("", PATIENCE).output())
        .isEqualTo(folder.toRealPath() + "\nx\n");
  }

  @Test
  void noProgramGetsTheKeysOfAChain() throws Exception {
    Map<String, String> environment =
        Map.of("CHAIN_PRIVATE_KEY", "1", "READER_WALLET_KEY", "2", "WALLET_KEYS", "3");
    Subprocess child =
        new Subprocess(
            List.of("/bin/sh", "-c", "echo $CHAIN_PRIVATE_KEY$READER_WALLET_KEY$WALLET_KEYS"),
            environment,
            folder);

    assertThat(child.run("", PATIENCE).output()).isEqualTo("3\n");
  }

  @Test
  void moreThanAPipeHoldsOnBothStreamsHoldsNothingUp() throws Exception {
    Subprocess.Ended ended =
        shell(
                "i=0; while [ $i -lt 20000 ]; do echo 0123456789; echo 0123456789 >&2; i=$((i+1));"
                    + " done")
            .run("unread", PATIENCE);

    assertThat(ended.output()).hasSize(220_000);
    assertThat(ended.errors()).hasSize(220_000);
  }

  @Test
  void outOfTimeItIsEnded() {
    assertThatThrownBy(() -> shell("exec sleep 1000").run("", Duration.ofMillis(1)))
        .isInstanceOf(TimeoutException.class)
        .hasMessageContaining("/bin/sh did not end within");
  }

  @Test
  void whatIsNotThereCannotBeStarted() {
    assertThatThrownBy(
            () -> new Subprocess(List.of("/no/such/program"), Map.of(), folder).run("", PATIENCE))
        .isInstanceOf(IOException.class);
  }
}
