package org.sovereignbook.sbp.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.frontend.command.CallOrigin;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Tty;
import org.sovereignbook.sbp.frontend.command.World;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.testing.RanCommands;
import org.sovereignbook.sbp.testing.TestClock;

/**
 * Runs the program inside the test, in a world of its own: a working folder, an environment, a
 * clock, no terminal. Not a test itself.
 */
public final class CliTest {
  private final Map<String, String> environment = new TreeMap<>();
  private final TestClock clock = new TestClock();
  private InstantSource time = clock;
  private Path workingFolder;
  private Disk disk = LocalDisk.unsynced();
  private byte[] input = {};
  private CallOrigin origin = CallOrigin.PROCESS;
  private boolean terminal;
  private int columns;

  /**
   * Without bundled plugins: whether they are built already is a matter of the build's order, and
   * those of an earlier build would be loaded once for each command, SQLite's library among them.
   */
  private CliTest(Path workingFolder) {
    this.workingFolder = workingFolder;
    environment.put("SBP_BUNDLED_PLUGINS", workingFolder.resolve("no-plugins").toString());
    environment.put(Session.BUSY_WAIT_VARIABLE, "0");
    environment.put(NodeHome.ACCEPT_VARIABLE, "1");
  }

  /** Returns the id of the first request that waits for the owner. */
  String request() {
    return run("access", "requests", "--json")
        .json()
        .array("requests")
        .orElseThrow()
        .objects()
        .getFirst()
        .string("id")
        .orElseThrow();
  }

  /** Result of a run. */
  public record Ran(ExitCode exit, String out, String err) {

    /** Standard output as the one JSON document that it must be. */
    public JsonObject json() {
      try {
        return (JsonObject) JsonReader.file(out.getBytes(StandardCharsets.UTF_8));
      } catch (MalformedJson e) {
        throw new AssertionError("not one JSON document: " + out, e);
      }
    }

    public List<String> lines() {
      return out.lines().toList();
    }
  }

  public static CliTest in(Path workingFolder) {
    return new CliTest(workingFolder);
  }

  public CliTest workingIn(Path folder) {
    workingFolder = folder;
    return this;
  }

  public CliTest with(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  public CliTest without(String variable) {
    environment.remove(variable);
    return this;
  }

  /** As this program itself runs a command, or a process that something hides. */
  public CliTest from(CallOrigin other) {
    origin = other;
    return this;
  }

  public CliTest on(Disk otherDisk) {
    disk = otherDisk;
    return this;
  }

  public CliTest typing(String text) {
    input = text.getBytes(StandardCharsets.UTF_8);
    return this;
  }

  public CliTest onTerminal() {
    return onTerminal(Tty.USUAL_COLUMNS);
  }

  public CliTest onTerminal(int width) {
    terminal = true;
    columns = width;
    return this;
  }

  /** By the machine's clock, beside processes that have no other. */
  public CliTest inRealTime() {
    time = InstantSource.system();
    return this;
  }

  /** By a clock that a test drives itself. */
  public CliTest by(InstantSource own) {
    time = own;
    return this;
  }

  public TestClock clock() {
    return clock;
  }

  public Ran run(String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    ExitCode exit = new Program(world(out, err)).run(arguments);
    Ran ran =
        new Ran(exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    RanCommands.note(List.of(arguments), exit, ran.out(), ran.err());
    CommandContract.require(List.of(arguments), ran);
    return ran;
  }

  public World world(ByteArrayOutputStream out, ByteArrayOutputStream err) {
    return new World(
        Map.copyOf(environment),
        workingFolder,
        new ByteArrayInputStream(input),
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8),
        new Tty() {
          @Override
          public boolean getAsBoolean() {
            return terminal;
          }

          @Override
          public int columns() {
            return columns;
          }
        },
        disk,
        time,
        new SecureRandom(),
        origin);
  }
}
