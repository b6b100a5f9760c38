package org.sovereignbook.sbp.plugins.a2a.client;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.testing.TestSociety;

/** Target for fuzzing: the stream of server-sent events of a remote agent. */
public final class StreamFuzz {
  private StreamFuzz() {}

  /** The society of all inputs, without a remote task: nothing is stored. */
  private static final class Holder {
    static final Ledger LEDGER = open();

    private static Ledger open() {
      try {
        return TestSociety.in(Files.createTempDirectory("fuzz")).ledger();
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
  }

  public static void fuzzerTestOneInput(byte[] input) {
    RemoteHearing hearing = new RemoteHearing(Holder.LEDGER, "none");
    int half = input.length / 2;
    hearing.accept(Arrays.copyOf(input, half));
    hearing.accept(Arrays.copyOfRange(input, half, input.length));
    hearing.store();
  }
}
