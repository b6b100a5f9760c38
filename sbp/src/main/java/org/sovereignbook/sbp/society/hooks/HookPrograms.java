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
 * Starts what hooks are: a copy of just the bytes that were accepted, in an empty folder, with an
 * environment of its own, and ends it with everything that it has started.
 *
 * @param sbp the words that start this program
 * @param jbang where JBang is, if it is anywhere
 * @param environment of this process; few of its variables are handed on
 * @param hot finds the hot hook of a name
 */
public record HookPrograms(
    Node node,
    List<String> sbp,
    Optional<Path> jbang,
    Map<String, String> environment,
    Function<String, HotHook> hot) {
  /** Says which run a process belongs to. */
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
   * Ctrl-C and the end of a terminal come to each process there; they are for whoever started it.
   */
  private static final List<String> UNMOVED =
      List.of(SHELL.toString(), "-c", "trap '' HUP INT; exec \"$0\" \"$@\"");

  /** No hook has such a name. */
  private static final String LAUNCHERS = ".bin";

  /** In the folder of each run. */
  private static final String STARTER = "starter.lock";

  private static final int MAX_WORDS_CHARACTERS = 300;

  /** What came of starting one. */
  public sealed interface ProgramEnd {
    /** It ended well. */
    @SuppressWarnings("ArrayRecordComponent") // Handed on, never compared or changed.
    record Printed(byte[] output) implements ProgramEnd {}

    /** Something went wrong. */
    record Failed(HookRun.State as, String why) implements ProgramEnd {}
  }

  /**
   * Runs one to its end, or to the end of its time.
   *
   * @param token what proves it to the program
   * @param credentials the names of the variables of this process that it gets, too
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
        // The lock stays as this process leaves it, by which the next one knows of the run.
        isCutOff = true;
        throw e;
      } finally {
        if (!isCutOff) {
          // Before the lock is free, or the run would look like one whose starter died.
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

  /** Held as long as whoever starts the run lives. */
  private NodeLock lock(HookScript script, Path scratch, String run) throws IOException {
    OwnerOnly.makeFolder(scratch.resolve("work"));
    return NodeLock.tryAcquire(scratch.resolve(STARTER), "hook " + script.name(), node.now(), run)
        .orElseThrow(() -> new IOException("somebody else holds " + scratch.resolve(STARTER)));
  }

  private Path scratch() {
    return node.home().operational().resolve("hook-runs");
  }

  /** A copy of the ledger for one run, which goes with it. */
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

  /** The runs that were started here and whose starter died before their end. */
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
   * Ends and removes what runs have left behind here whose starter died.
   *
   * @param isOver whether nobody is at work on a run of this id any more
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

  /** Whether any hook was ever run here: looks, and opens nothing. */
  public static boolean isAny(Node node) {
    return HookScript.isAny(node)
        || node.disk().folders(copies(node)).stream().anyMatch(it -> !it.endsWith(LAUNCHERS));
  }

  /** Removes the copies of what was accepted under a name. */
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
            unmoved(command(script)),
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

  /** What the program had; that it was started stays known. */
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

  private static List<String> unmoved(List<String> command) {
    return Files.isExecutable(SHELL)
        ? Stream.concat(UNMOVED.stream(), command.stream()).toList()
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
   * Compiles what is compiled before it runs, so that its first run has its time for itself. Only
   * JBang keeps what is compiled; without it this does nothing.
   *
   * @return what is wrong with the script, if anything is
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
        // Only when nothing else is in it, such as what was accepted before.
        boolean _ = copies(node).resolve(script.name()).toFile().delete();
      }
      return problem.map(it -> "it does not compile: " + it);
    } catch (IOException e) {
      throw new DiskException("cannot compile", script.file(), e);
    }
  }

  /**
   * Writes what is executed later. To be done while nothing is started: a program that is written
   * while another one is forked cannot be run before that one has begun.
   */
  void prepare(HookScript script) {
    try {
      Path _ = copy(script);
      Path _ = launcher();
    } catch (IOException e) {
      throw new DiskException("cannot write a copy of", script.file(), e);
    }
  }

  /** The program's own name for hooks. */
  private Path launcher() throws IOException {
    String text = "#!/bin/sh\nexec " + quoted(sbp) + " \"$@\"\n";
    Path launcher = copies(node).resolve(LAUNCHERS).resolve("sbp");
    return executable(launcher, text.getBytes(StandardCharsets.UTF_8));
  }

  /** A copy of what was accepted, whatever becomes of the file; the same at each run. */
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
