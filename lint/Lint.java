import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Looks for mistakes with Error Prone and NullAway: {@code changed} in the files that have changed
 * since the last green revision, {@code all} in the whole tree, which is the next green revision if
 * there are none. The rest is only compiled against: classes of the program and the testkit,
 * sources of plugins and tests.
 */
final class Lint {
  private static final List<String> SCRIPTS = List.of("scripts/bench.d", "scripts/trials.d");

  /** Packages of javac that Error Prone needs. */
  private static final List<String> EXPORTED =
      List.of("api", "file", "main", "model", "parser", "processing", "tree", "util");

  /** Line in which javac counts its warnings. */
  private static final Pattern WARNINGS = Pattern.compile("(?m)^\\d+ warnings?$");

  private final Path root;
  private final boolean isAll;
  private final String classPath;
  private final String off;

  private Lint(Path root, boolean isAll, String classPath, String off) {
    this.root = root;
    this.isAll = isAll;
    this.classPath = classPath;
    this.off = off;
  }

  public static void main(String[] args) throws Exception {
    Path root = Path.of(args[1]).toRealPath();
    boolean isAll = args[0].equals("all");
    ChangedFiles tree = new ChangedFiles(root);
    Lint lint = new Lint(root, isAll, args[2], args[3]);
    boolean isClean = lint.isClean(isAll ? tree.all() : tree.changed());
    if (isClean && isAll) {
      tree.noteGreen();
    }
    System.exit(isClean ? 0 : 1);
  }

  private boolean isClean(List<Path> files) throws IOException, InterruptedException {
    List<Path> main = files.stream().filter(file -> isBelow(file, "/src/main/java/")).toList();
    List<Path> tests =
        files.stream().filter(file -> isBelow(file, "/src/test/java/") || isScript(file)).toList();
    // A build that lints nothing is the usual one.
    boolean isMainClean =
        main.isEmpty()
            || compiles(
                "main",
                main,
                sources("src/main/java"),
                "-Xep:NullAway:ERROR -XepOpt:NullAway:JSpecifyMode=true");
    // Tests share their packages' @NullMarked, yet hand null to whatever they like. What is run
    // from its one file has no package.
    boolean areTestsClean =
        tests.isEmpty()
            || compiles(
                "tests",
                tests,
                Stream.of(
                        sources("src/main/java"),
                        sources("src/test/java"),
                        SCRIPTS.stream().map(root::resolve).toList())
                    .flatMap(List::stream)
                    .toList(),
                "-Xep:NullAway:OFF -Xep:DefaultPackage:OFF");
    return isMainClean && areTestsClean;
  }

  private static boolean isBelow(Path file, String folder) {
    return file.toString().replace(File.separatorChar, '/').contains(folder);
  }

  private boolean isScript(Path file) {
    return SCRIPTS.stream().anyMatch(each -> file.getParent().equals(root.resolve(each)));
  }

  /**
   * Returns source folders of this name, without those of the program and the testkit, whose
   * classes are on the class path.
   */
  private List<Path> sources(String name) throws IOException {
    List<Path> modules = new ArrayList<>();
    for (String parent : List.of("plugins", "examples/plugins")) {
      try (Stream<Path> folders = Files.list(root.resolve(parent))) {
        folders.sorted().forEach(modules::add);
      }
    }
    if (name.contains("test")) {
      Stream.of("sbp/node", "sbp/society", "sbp", "testkit")
          .map(root::resolve)
          .forEach(modules::add);
      modules.add(root.resolve("release"));
    }
    return modules.stream().map(module -> module.resolve(name)).filter(Files::isDirectory).toList();
  }

  private boolean compiles(String kind, List<Path> files, List<Path> sources, String checks)
      throws IOException, InterruptedException {
    Path folder = Files.createDirectories(root.resolve("lint/target"));
    List<String> words = new ArrayList<>();
    words.addAll(List.of("--release", "25", "-encoding", "UTF-8", "-proc:none", "-implicit:none"));
    // No processor claims the annotations.
    // Without -Werror, behind whose first warning Error Prone looks at nothing more.
    words.add("-Xlint:all,-serial,-classfile,-path,-processing");
    words.addAll(List.of("-Xmaxerrs", "1000", "-Xmaxwarns", "1000"));
    words.addAll(List.of("-XDcompilePolicy=simple"));
    words.addAll(List.of("--should-stop=ifError=FLOW", "--should-stop=ifNoError=FLOW"));
    words.addAll(List.of("-cp", classPath, "-processorpath", classPath));
    words.addAll(List.of("-sourcepath", joined(sources)));
    words.addAll(List.of("-d", Files.createDirectories(folder.resolve(kind)).toString()));
    words.add(
        "-Xplugin:ErrorProne "
            + off
            + " -XepOpt:NullAway:OnlyNullMarked=true -XepExcludedPaths:"
            + excluded(kind)
            + " "
            + checks);
    compiled(folder, files).forEach(file -> words.add(file.toString()));
    Path arguments = folder.resolve(kind + ".args");
    Files.write(arguments, words.stream().map(Lint::quoted).toList());
    Path output = folder.resolve(kind + ".txt");
    int exit =
        new ProcessBuilder(javac(arguments))
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start()
            .waitFor();
    String found = Files.readString(output);
    System.err.print(found);
    return exit == 0 && !WARNINGS.matcher(found).find();
  }

  /**
   * Returns an expression for the paths that are compiled only because others name them. The
   * changed files are compiled as copies elsewhere, since an expression cannot except a list of
   * paths.
   */
  private String excluded(String kind) {
    if (isAll) {
      return kind.equals("tests") ? ".*/src/main/.*" : "^$";
    }
    return Pattern.quote(root.toString()) + "/(sbp|testkit|plugins|examples|release|scripts)/.*";
  }

  /** Returns the files to compile: themselves, or copies with the same path below a folder. */
  private List<Path> compiled(Path folder, List<Path> files) throws IOException {
    if (isAll) {
      return files;
    }
    List<Path> copies = new ArrayList<>();
    for (Path file : files) {
      Path copy = folder.resolve("changed").resolve(root.relativize(file));
      Files.createDirectories(copy.getParent());
      copies.add(Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING));
    }
    return copies;
  }

  private static String joined(List<Path> paths) {
    return paths.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }

  private static String quoted(String word) {
    return '"' + word.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  private static List<String> javac(Path arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "javac").toString());
    for (String option :
        List.of(
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xms600m",
            "-Xmn400m",
            "-Duser.language=en")) {
      command.add("-J" + option);
    }
    EXPORTED.forEach(
        each ->
            command.add(
                "-J--add-exports=jdk.compiler/com.sun.tools.javac." + each + "=ALL-UNNAMED"));
    command.add("-J--add-opens=jdk.compiler/com.sun.tools.javac.code=ALL-UNNAMED");
    command.add("-J--add-opens=jdk.compiler/com.sun.tools.javac.comp=ALL-UNNAMED");
    command.add("@" + arguments);
    return command;
  }
}
