package org.sovereignbook.sbp.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.file.FileStore;

/**
 * Kills a step at every file operation that it does, in every way, runs it again on a good disk and
 * asks whether anything was lost or doubled.
 */
public final class CrashSweep {
  private static final int MAX_OPERATIONS = 5_000;

  /**
   * Distance of the points at which a step dies. A build tries some of them, the trial {@code
   * crashes} each.
   */
  private static final String STEP = "sbp.crash.step";

  private static final int STEP_OF_A_BUILD = 4;

  private CrashSweep() {}

  /** Returns the next point after this one. */
  public static int next(int at) {
    return at + Integer.getInteger(STEP, STEP_OF_A_BUILD);
  }

  /**
   * Sweeps one step.
   *
   * @param folder an empty temporary folder
   * @param prepare fills a fresh node
   * @param step the work; called on the crashing disk, then, after recovery, on the good one
   * @param verify what must hold afterwards, whatever happened
   */
  public static void overEveryOperation(
      Path folder, Consumer<TestNode> prepare, Consumer<Node> step, Consumer<TestNode> verify) {
    overEveryOperation(folder, TestNode::in, prepare, step, verify);
  }

  public static void overEveryOperation(
      Path folder,
      Function<Path, TestNode> make,
      Consumer<TestNode> prepare,
      Consumer<Node> step,
      Consumer<TestNode> verify) {
    Sweep sweep = new Sweep(folder, make, prepare, step, verify);
    int at = 0;
    while (sweep.ends(at)) {
      at = next(at);
      assertThat(at).as("operations of one step").isLessThan(MAX_OPERATIONS);
    }
    assertThat(at).as("crashes that the sweep made").isPositive();
  }

  private record Sweep(
      Path folder,
      Function<Path, TestNode> make,
      Consumer<TestNode> prepare,
      Consumer<Node> step,
      Consumer<TestNode> verify) {

    /**
     * Dies in and after one operation; before it, too, where that is another state than in it: most
     * are whole or have left at most a file that nobody reads.
     *
     * @return whether there was that operation
     */
    boolean ends(int at) {
      Optional<CrashingDisk> died = run(at, CrashingDisk.Moment.DURING);
      if (died.isPresent()) {
        Optional<CrashingDisk> _ = run(at, CrashingDisk.Moment.AFTER);
        if (died.get().isTorn()) {
          Optional<CrashingDisk> _ = run(at, CrashingDisk.Moment.BEFORE);
        }
      }
      return died.isPresent();
    }

    private Optional<CrashingDisk> run(int at, CrashingDisk.Moment moment) {
      TestNode node = make.apply(folder.resolve(moment + "-" + at));
      prepare.accept(node);
      CrashingDisk disk = new CrashingDisk(node.node().disk(), at, moment);
      boolean crashed = crashes(node, disk, step);
      if (crashed) {
        new FileStore(node.node()).recover();
        step.accept(node.node());
      }
      verify.accept(node);
      return crashed ? Optional.of(disk) : Optional.empty();
    }
  }

  private static boolean crashes(TestNode node, CrashingDisk disk, Consumer<Node> step) {
    try {
      step.accept(node.nodeOn(disk));
      return false;
    } catch (SimulatedCrash e) {
      return true;
    }
  }
}
