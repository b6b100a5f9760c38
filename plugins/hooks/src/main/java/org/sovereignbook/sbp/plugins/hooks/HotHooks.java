package org.sovereignbook.sbp.plugins.hooks;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Workers;
import org.sovereignbook.sbp.runtime.plugin.ExtensionKind;
import org.sovereignbook.sbp.society.hooks.HotHook;

/**
 * Runs of hot hooks, which are plugins in this process.
 *
 * @param find finds a hot hook by its name
 */
record HotHooks(Function<String, HotHook> find) {
  static final ExtensionKind<HotHook> KIND =
      new ExtensionKind<>("hook", "hook", "plugin", HotHook.class, HotHook::name, () -> Map.of());

  /** As long as a plugin may take to end after it was interrupted; then it is left to itself. */
  private static final Duration GRACE = Duration.ofSeconds(1);

  /** Runs the hook until it answers, or until its time limit, counted from its first step. */
  HookPrograms.ProgramEnd run(String name, JsonObject input, Duration limit, long maxBytes)
      throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    FutureTask<byte[]> answer =
        new FutureTask<>(
            () -> {
              begun.countDown();
              return JsonWriter.bytes(find.apply(name).answer(input));
            });
    Thread thread = Thread.ofPlatform().daemon().name("sbp-hook-" + name).start(answer);
    try {
      begun.await();
      byte[] printed = answer.get(limit.toMillis(), TimeUnit.MILLISECONDS);
      return printed.length > maxBytes
          ? new HookPrograms.ProgramEnd.Failed(
              HookRun.State.FAILED,
              "it answered more than " + maxBytes + " bytes (hooks.max_output_bytes)")
          : new HookPrograms.ProgramEnd.Printed(printed);
    } catch (TimeoutException e) {
      return new HookPrograms.ProgramEnd.Failed(
          HookRun.State.TIMEOUT, "it did not answer within " + limit.toSeconds() + " s");
    } catch (ExecutionException e) {
      return new HookPrograms.ProgramEnd.Failed(
          HookRun.State.FAILED, "it failed: " + PeerText.plain(String.valueOf(e.getCause())));
    } finally {
      answer.cancel(true);
      Workers.end(thread, GRACE);
    }
  }
}
