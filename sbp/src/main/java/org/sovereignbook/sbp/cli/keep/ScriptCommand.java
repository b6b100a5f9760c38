package org.sovereignbook.sbp.cli.keep;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.JBangProgram;
import org.sovereignbook.sbp.frontend.command.NodeFinder;
import org.sovereignbook.sbp.frontend.command.NodeOptions;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Subcommand;
import org.sovereignbook.sbp.frontend.command.World;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.node.Ownership;
import org.sovereignbook.sbp.node.Subprocess;
import org.sovereignbook.sbp.node.UserFolders;
import org.sovereignbook.sbp.ops.init.EarlierPackages;
import org.sovereignbook.sbp.peer.step.Step;
import org.sovereignbook.sbp.runtime.scheduler.Steps;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/**
 * {@code sbp script}: runs a Java script with JBang, on this program's class path and JDK. Ejected
 * steps run this way. Exits with the script's exit code.
 */
@Command(description = "run a JBang script over the library")
@Example("sbp script scripts/VerifyObjects.java my-agent/runtime/content")
@Prints(JsonObject.class)
@Exit(code = ExitCode.NOTHING_TO_DO, means = "the script says so")
@Exit(code = ExitCode.REFUSED, means = "the script says so")
@Exit(code = ExitCode.NOT_VALID, means = "the script says so")
@Exit(code = ExitCode.BUSY, means = "the script says so")
@Exit(code = ExitCode.NOT_FOUND, means = "there is no such script, or it says so")
@ForOwner
public final class ScriptCommand implements Subcommand {
  private static final int KEY_CHARACTERS = 16;
  private static final Pattern ALL_SOURCES = Pattern.compile("(?m)^//SOURCES \\S*/Sources\\.java$");

  @Parameters(
      index = "0",
      paramLabel = "FILE",
      description = "Java source, with JBang's directives; or the name of one beside the launcher")
  Path file = Path.of("");

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "ARGUMENT",
      description = "for the script, options too")
  List<String> arguments = List.of();

  @Mixin NodeOptions options = new NodeOptions();

  @Override
  public ExitCode run(Session session) throws IOException, InterruptedException {
    World world = session.world();
    Path script =
        Stream.concat(Stream.of(world.path(file)), besideLauncher(world).stream())
            .filter(Files::isRegularFile)
            .findFirst()
            .orElseThrow(
                () ->
                    CliException.notFound(
                        "no such script: " + world.path(file),
                        "a file, or one beside the launcher:  sbp help script"));
    requirePackagesOfToday(world, script);
    Path jbang =
        JBangProgram.find(world)
            .orElseThrow(
                () ->
                    new CliException(
                        ExitCode.FAILED,
                        "cannot run " + script + ": JBang is not found",
                        JBangProgram.HOW_TO_GET_IT));
    Optional<NodeHome> home =
        session.home().isPresent() ? Optional.of(session.node().home()) : nodeAround(world, script);
    int code = run(world, jbang, script, home);
    return Arrays.stream(ExitCode.values())
        .filter(exit -> exit.number() == code)
        .findFirst()
        .orElse(ExitCode.FAILED);
  }

  /**
   * Refuses a script with former package names: JBang would show compiler errors without a remedy.
   */
  private static void requirePackagesOfToday(World world, Path script) {
    Optional<String> source =
        world.disk().read(script).map(bytes -> new String(bytes, StandardCharsets.UTF_8));
    if (source.filter(EarlierPackages::areIn).isEmpty()) {
      return;
    }
    Optional<Step> step =
        Steps.ALL.stream()
            .filter(one -> script.endsWith(Path.of("scripts").resolve(one.script())))
            .findFirst();
    throw new CliException(
        ExitCode.FAILED,
        script + " names packages of an earlier version of sbp",
        step.map(one -> "sbp eject " + one.command() + " --renew, or without --renew if unchanged")
            .orElse("rename them as the table in docs/plugins.md says"));
  }

  /** Returns the checkout's own script of this bare name. */
  private Optional<Path> besideLauncher(World world) {
    return world
        .launcher()
        .filter(launcher -> file.getNameCount() == 1 && launcher.contains(File.separator))
        .map(launcher -> world.path(Path.of(launcher)).resolveSibling(file + ".java"));
  }

  @SuppressWarnings("ReferenceEquality") // Is it the process's own stream?
  private int run(World world, Path jbang, Path script, Optional<NodeHome> node)
      throws IOException, InterruptedException {
    String classPath = absolute(System.getProperty("java.class.path"));
    List<String> command = new ArrayList<>(List.of(jbang.toString(), "run", "--cp", classPath));
    Optional<String> cache = cache(world.environment(), classPath);
    command.add(ofJar(script, cache).toString());
    command.addAll(arguments);
    Map<String, String> environment = new TreeMap<>(world.environment());
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    environment.put("SBP_JAVA", System.getProperty("java.home"));
    node.ifPresent(
        home -> {
          Ownership.of(world.environment()).require(home);
          environment.put(NodeHome.VARIABLE, home.root().toString());
        });
    Optional.ofNullable(environment.get("HOME"))
        .ifPresent(user -> environment.putIfAbsent("JBANG_DIR", user + "/.jbang"));
    cache.ifPresent(folder -> environment.put("JBANG_CACHE_DIR_JARS", folder));
    ProcessBuilder builder = new Subprocess(command, environment, world.workingFolder()).builder();
    return world.in() == System.in ? passOn(builder, world, script) : pipe(builder, world, script);
  }

  /**
   * Returns a copy of a script that asks for all sources of this program, which is on its class
   * path as a jar: compiling them would take minutes. Other scripts are returned as they are.
   */
  private static Path ofJar(Path script, Optional<String> cache) throws IOException {
    String text = Files.readString(script);
    String copied = ALL_SOURCES.matcher(text).replaceAll("//");
    if (cache.isEmpty() || copied.equals(text) || copied.contains("//SOURCES")) {
      return script;
    }
    String key = ContentHash.ofBytes(script.toString().getBytes(StandardCharsets.UTF_8)).hex();
    Path folder =
        Files.createDirectories(
            Path.of(cache.get()).resolve("copies").resolve(key.substring(0, KEY_CHARACTERS)));
    return Files.writeString(folder.resolve(script.getFileName()), copied);
  }

  /** Returns the node that the script belongs to; it works on that node from any folder. */
  private static Optional<NodeHome> nodeAround(World world, Path script) {
    Path root = script.resolve("../../..").normalize();
    NodeHome home = new NodeHome(root);
    boolean isStep = home.scripts().equals(script.resolveSibling("").normalize());
    return isStep && NodeFinder.isNode(world.disk(), root) ? Optional.of(home) : Optional.empty();
  }

  private static int passOn(ProcessBuilder builder, World world, Path script)
      throws IOException, InterruptedException {
    Process process = builder.inheritIO().redirectError(ProcessBuilder.Redirect.PIPE).start();
    errors(process, world, script).join();
    return process.waitFor();
  }

  private static int pipe(ProcessBuilder builder, World world, Path script)
      throws IOException, InterruptedException {
    Process process = builder.start();
    process.getOutputStream().close();
    Thread errors = errors(process, world, script);
    copy(process.getInputStream(), world.out());
    errors.join();
    return process.waitFor();
  }

  /** Passes on the lines that people need. */
  private static Thread errors(Process process, World world, Path script) {
    return Thread.startVirtualThread(
        () -> {
          ScriptErrors shown = new ScriptErrors(script);
          try (BufferedReader errors = process.errorReader(StandardCharsets.UTF_8)) {
            for (String line = errors.readLine(); line != null; line = errors.readLine()) {
              shown.of(line).ifPresent(world.err()::println);
            }
          } catch (IOException e) {
            // The process has ended; its exit code tells the result.
            return;
          }
        });
  }

  private static void copy(InputStream from, OutputStream to) {
    try {
      from.transferTo(to);
    } catch (IOException e) {
      // The process has ended, or the reader is gone; the exit code tells the result.
      return;
    }
  }

  private static String absolute(String classPath) {
    return String.join(
        File.pathSeparator,
        Arrays.stream(classPath.split(File.pathSeparator))
            .map(entry -> Path.of(entry).toAbsolutePath().toString())
            .toList());
  }

  /**
   * Returns a JBang cache folder for this class path. JBang identifies a compiled script by its
   * text alone, so classes compiled against another build of this program must be in another
   * folder.
   */
  private static Optional<String> cache(Map<String, String> environment, String classPath)
      throws IOException {
    Optional<Path> caches = UserFolders.of(environment).cache();
    if (caches.isEmpty()) {
      return Optional.empty();
    }
    StringBuilder build = new StringBuilder();
    for (String entry : classPath.split(File.pathSeparator)) {
      Path path = Path.of(entry);
      if (Files.exists(path)) {
        build.append(path).append(' ').append(Files.size(path)).append(' ');
        build.append(Files.getLastModifiedTime(path)).append('\n');
      }
    }
    String key = ContentHash.ofBytes(build.toString().getBytes(StandardCharsets.UTF_8)).hex();
    return Optional.of(
        caches.get().resolve("scripts").resolve(key.substring(0, KEY_CHARACTERS)).toString());
  }
}
