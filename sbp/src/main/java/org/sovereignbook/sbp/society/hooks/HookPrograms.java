package org.sovereignbook.sbp.society.hooks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.agents.ToolCall;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.node.BoundedProcess;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.node.NodeLock;
import org.sovereignbook.sbp.node.OwnerOnly;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Quoting;

/**
 * The processes of hooks. Each run executes a copy of the accepted bytes in an empty folder, with
 * an environment of its own, and ends with all its child processes.
 *
 * @param sbp the command that starts this program
 * @param jbang the path of JBang, if it is installed
 * @param environment of this process; few of its variables are passed on
 * @param hot finds a hot hook by its name
 */
public record HookPrograms(
    Node node,
    List<String> sbp,
    Optional<Path> jbang,
    Map<String, String> environment,
    Function<String, HotHook> hot) {
  /** The variable with the run's id, by which the processes of a run are found. */
  public static final String RUN_VARIABLE = "SBP_HOOK_RUN";

  private static final List<String> HANDED_ON =
      List.of(
          "HOME",
          "LANG",
          "LC_ALL",
          "LC_CTYPE",
          "TZ",
          "TMPDIR",
          "USER",
          "LOGNAME",
          "XDG_CACHE_HOME",
          "XDG_CONFIG_HOME",
          "XDG_DATA_HOME",
          "JAVA_HOME",
          "SBP_JAVA",
          "SBP_JAVA_OPTS",
          NodeHome.ACCEPT_VARIABLE,
          "SBP_STRANGERS_NODE",
          "JBANG_DIR",
          "JBANG_CACHE_DIR",
          "JBANG_REPO",
          "SystemRoot");

  private static final Path SHELL = Path.of("/bin/sh");

  /**
   * Prefix that makes a command ignore Ctrl-C and the hangup of a terminal: the system sends both
   * to every process there, but only the starter is to react.
   */
  private static final List<String> IGNORING_SIGNALS =
      List.of(SHELL.toString(), "-c", "trap '' HUP INT; exec \"$0\" \"$@\"");

  /** A folder name that no hook can have. */
  private static final String LAUNCHERS = ".bin";

  /** The lock file in the folder of each run. */
  private static final String STARTER = "starter.lock";

  private static final int MAX_WORDS_CHARACTERS = 300;

  /** The outcome of a run's program. */
  public sealed interface ProgramEnd {
    /** The program ended with exit code 0. */
    @SuppressWarnings("ArrayRecordComponent") // Passed on, never compared or changed.
    record Printed(byte[] output) implements ProgramEnd {}

    /** The program failed. */
    record Failed(HookRun.State as, String why) implements ProgramEnd {}
  }

  /**
   * Runs a hook until it ends, or until its time limit.
   *
   * @param token with which the program authenticates
   * @param credentials the names of further variables of this process that it gets
   */
  ProgramEnd run(
      HookScript script,
      String run,
      String token,
      List<String> credentials,
      JsonObject input,
      Duration limit,
      long maxBytes)
      throws InterruptedException {
    Path scratch = scratch().resolve(run);
    boolean isCutOff = false;
    try {
      NodeLock lock = lock(script, scratch, run);
      try {
        if (script.declaration().plugin().isPresent()) {
          return hot(script.declaration().plugin().get(), input, limit, maxBytes);
        }
        Map<String, String> variables = variables(run, token, credentials);
        return start(script, scratch, run, variables, input, limit, maxBytes);
      } catch (InterruptedException e) {
        // The lock file stays, and shows the next process that the run was cut off.
        isCutOff = true;
        throw e;
      } finally {
        if (!isCutOff) {
          // The folder goes before the lock: otherwise the run would look abandoned.
          OwnerOnly.deleteTree(scratch);
          lock.close();
        }
      }
    } catch (IOException e) {
      return new ProgramEnd.Failed(
          HookRun.State.FAILED,
          "it cannot be started: " + PeerText.plain(String.valueOf(e.getMessage())));
    }
  }

  /** Acquires the lock that shows that the starter of the run is alive. */
  private NodeLock lock(HookScript script, Path scratch, String run) throws IOException {
    OwnerOnly.makeFolder(scratch.resolve("work"));
    return NodeLock.tryAcquire(scratch.resolve(STARTER), "hook " + script.name(), node.now(), run)
        .orElseThrow(() -> new IOException("somebody else holds " + scratch.resolve(STARTER)));
  }

  private Path scratch() {
    return node.home().operational().resolve("hook-runs");
  }

  /** Makes a copy of the ledger in the run's folder, which is deleted with it. Returns its path. */
  String copy(Ledger ledger, Claimed claimed) {
    Path file = scratch().resolve(claimed.run().id()).resolve("ledger.db");
    try {
      OwnerOnly.makeFolder(file.resolveSibling(""));
    } catch (IOException e) {
      throw new DiskException("cannot make the folder of", file, e);
    }
    ledger.copyToRead(file, claimed.bounds().hidden(claimed.hook().name()));
    boolean _ = file.toFile().setReadOnly();
    return file.toString();
  }

  /** Returns the ids of local runs whose starter died before they ended. */
  List<String> abandoned() {
    return node.disk().folders(scratch()).stream()
        .filter(HookPrograms::isAbandoned)
        .map(folder -> folder.getFileName().toString())
        .toList();
  }

  private static boolean isAbandoned(Path folder) {
    try {
      return NodeLock.isLeft(folder.resolve(STARTER));
    } catch (DiskException e) {
      return false;
    }
  }

  /**
   * Kills the processes and deletes the folders of local runs whose starter died.
   *
   * @param isOver whether the run with this id has ended
   */
  void clear(Predicate<String> isOver) {
    for (Path folder : node.disk().folders(scratch())) {
      String run = folder.getFileName().toString();
      if (isAbandoned(folder) || (run.matches("[0-9a-f]{16}") && isOver.test(run))) {
        new BoundedProcess.Descendants(RUN_VARIABLE + "=" + run).kill();
        OwnerOnly.deleteTree(folder);
      }
    }
  }

  /** Returns whether the node has a hook or has ever run one. Opens no file. */
  public static boolean isAny(Node node) {
    return HookScript.isAny(node)
        || node.disk().folders(copies(node)).stream().anyMatch(it -> !it.endsWith(LAUNCHERS));
  }

  /** Deletes the copies of the accepted scripts of a hook. */
  public static void forget(Node node, String name) {
    OwnerOnly.deleteTree(copies(node).resolve(name));
  }

  private static Path copies(Node node) {
    return node.home().operational().resolve("hooks");
  }

  private ProgramEnd start(
      HookScript script,
      Path scratch,
      String run,
      Map<String, String> variables,
      JsonObject input,
      Duration limit,
      long maxBytes)
      throws IOException, InterruptedException {
    Path given = scratch.resolve("input.json");
    Files.write(given, JsonWriter.bytes(input));
    BoundedProcess process =
        new BoundedProcess(
            ignoringSignals(command(script)),
            variables,
            scratch.resolve("work"),
            scratch.resolve("stdout"),
            scratch.resolve("stderr"),
            new BoundedProcess.Descendants(RUN_VARIABLE + "=" + run),
            () -> {},
            () -> clearCutOff(scratch));
    BoundedProcess.Ended ended = process.run(given, limit, maxBytes);
    return switch (ended.how()) {
      case OVER_TIME ->
          new ProgramEnd.Failed(
              HookRun.State.TIMEOUT,
              "it did not end within "
                  + limit.toSeconds()
                  + " s and was ended with all its processes");
      case OVER_SIZE ->
          new ProgramEnd.Failed(
              HookRun.State.FAILED,
              "it printed more than " + maxBytes + " bytes (hooks.max_output_bytes) and was ended");
      case EXITED ->
          ended.exitCode() == 0
              ? new ProgramEnd.Printed(BoundedProcess.bytes(scratch.resolve("stdout")))
              : new ProgramEnd.Failed(
                  HookRun.State.FAILED,
                  "it ended with exit code "
                      + ended.exitCode()
                      + lastWords(BoundedProcess.bytes(scratch.resolve("stderr"))));
    };
  }

  /** Deletes the program's files, but keeps the lock file, which shows that the run was started. */
  private static void clearCutOff(Path scratch) {
    for (String name : List.of("work", "input.json", "stdout", "stderr", "ledger.db")) {
      OwnerOnly.deleteTree(scratch.resolve(name));
    }
  }

  private static String lastWords(byte[] errors) {
    String text = new String(errors, StandardCharsets.UTF_8).strip();
    String end = text.substring(Math.max(0, text.length() - MAX_WORDS_CHARACTERS));
    return end.isEmpty() ? "" : "; its last words: " + PeerText.quote(end);
  }

  private static List<String> ignoringSignals(List<String> command) {
    return Files.isExecutable(SHELL)
        ? Stream.concat(IGNORING_SIGNALS.stream(), command.stream()).toList()
        : command;
  }

  private List<String> command(HookScript script) throws IOException {
    Path copy = copy(script);
    if (!script.isJava()) {
      return List.of(copy.toString());
    }
    return jbang
        .map(program -> List.of(program.toString(), copy.toString()))
        .orElseGet(
            () ->
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    copy.toString()));
  }

  /**
   * Compiles a Java hook, so that compilation does not use up the time of its first run. Without
   * JBang, the only compiler with a cache, it does nothing.
   *
   * @return the error, if there is one
   */
  public Optional<String> compile(HookScript script) throws InterruptedException {
    if (!script.isJava() || jbang.isEmpty()) {
      return Optional.empty();
    }
    try {
      Path copy = copy(script);
      Optional<String> problem =
          new HookCompiler(jbang.get(), handedOn())
              .problem(copy, script.file().getFileName().toString());
      if (problem.isPresent()) {
        OwnerOnly.deleteTree(copy.resolveSibling(""));
        // Deletes the folder only if it is empty: it may hold copies accepted earlier.
        boolean _ = copies(node).resolve(script.name()).toFile().delete();
      }
      return problem.map(it -> "it does not compile: " + it);
    } catch (IOException e) {
      throw new DiskException("cannot compile", script.file(), e);
    }
  }

  /**
   * Writes the executables before any process is started. On Linux, a file written while another
   * process is forked cannot be executed until that fork has run exec.
   */
  void prepare(HookScript script) {
    try {
      Path _ = copy(script);
      Path _ = launcher();
    } catch (IOException e) {
      throw new DiskException("cannot write a copy of", script.file(), e);
    }
  }

  /** Writes the script by which hooks start this program. Returns its path. */
  private Path launcher() throws IOException {
    String text = "#!/bin/sh\nexec " + quoted(sbp) + " \"$@\"\n";
    Path launcher = copies(node).resolve(LAUNCHERS).resolve("sbp");
    return executable(launcher, text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Returns the path of the copy of the accepted script. All runs share it, and later changes of
   * the file do not affect it.
   */
  private Path copy(HookScript script) throws IOException {
    Path own = copies(node).resolve(script.name()).resolve(script.sha256().substring(0, 16));
    return executable(own.resolve(script.compilableName()), script.bytes());
  }

  private static Path executable(Path file, byte[] bytes) throws IOException {
    if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        && Arrays.equals(Files.readAllBytes(file), bytes)) {
      return file;
    }
    OwnerOnly.makeFolder(file.resolveSibling(""));
    Path fresh = Files.createTempFile(file.resolveSibling(""), "new", ".part");
    Files.write(fresh, bytes);
    if (fresh.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rwx------"));
    }
    return Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
  }

  private Map<String, String> variables(String run, String token, List<String> credentials)
      throws IOException {
    Map<String, String> variables = handedOn();
    putIfThere(credentials, variables);
    Path launcher = launcher();
    variables.put("PATH", launcher.resolveSibling("") + ":" + variables.get("PATH"));
    variables.put("SBP", launcher.toString());
    variables.put(NodeHome.VARIABLE, node.home().root().toString());
    variables.put("SBP_AGENT_TOKEN", token);
    variables.put("SBP_CHANNEL", ToolCall.HOOK);
    variables.put("SBP_HOOK_FOLDER", HookScript.folder(node).toString());
    variables.put(RUN_VARIABLE, run);
    return variables;
  }

  private Map<String, String> handedOn() {
    Map<String, String> variables = new TreeMap<>();
    putIfThere(HANDED_ON, variables);
    variables.put("PATH", environment.getOrDefault("PATH", "/usr/bin:/bin"));
    return variables;
  }

  private void putIfThere(List<String> names, Map<String, String> variables) {
    for (String name : names) {
      Optional.ofNullable(environment.get(name)).ifPresent(value -> variables.put(name, value));
    }
  }

  private static String quoted(List<String> words) {
    List<String> quoted = new ArrayList<>();
    words.forEach(word -> quoted.add(Quoting.shell(word)));
    return String.join(" ", quoted);
  }

  private ProgramEnd hot(String name, JsonObject input, Duration limit, long maxBytes)
      throws InterruptedException {
    FutureTask<byte[]> answer =
        new FutureTask<>(() -> JsonWriter.bytes(hot.apply(name).answer(input)));
    Thread thread = Thread.ofPlatform().daemon().name("sbp-hook-" + name).start(answer);
    try {
      byte[] printed = answer.get(limit.toMillis(), TimeUnit.MILLISECONDS);
      return printed.length > maxBytes
          ? new ProgramEnd.Failed(
              HookRun.State.FAILED,
              "it answered more than " + maxBytes + " bytes (hooks.max_output_bytes)")
          : new ProgramEnd.Printed(printed);
    } catch (TimeoutException e) {
      return new ProgramEnd.Failed(
          HookRun.State.TIMEOUT, "it did not answer within " + limit.toSeconds() + " s");
    } catch (ExecutionException e) {
      return new ProgramEnd.Failed(
          HookRun.State.FAILED, "it failed: " + PeerText.plain(String.valueOf(e.getCause())));
    } finally {
      answer.cancel(true);
      thread.interrupt();
    }
  }
}
