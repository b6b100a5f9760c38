import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The reference of starts: a JVM that prints a word, from an AOT cache of its own with the
 * launcher's flags.
 */
final class Hello {
  private static final String JAVA = System.getenv("SBP_BENCH_JAVA");
  private static final List<String> FLAGS =
      List.of(
          "-Xlog:disable",
          "-Xlog:all=error,aot*=off,cds*=off:stderr",
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseSerialGC",
          "-XX:-UsePerfData");

  private Hello() {}

  /** Makes the program and its cache in a folder, and returns the command that starts it. */
  static List<String> command(Path folder) throws IOException, InterruptedException {
    Path source = folder.resolve("Hello.java");
    Files.writeString(
        source,
        "class Hello { public static void main(String[] a) { System.out.println(\"hello\"); } }");
    String bin = Path.of(JAVA).getParent().toString();
    run(List.of(bin + "/javac", "-d", folder.toString(), source.toString()));
    Path jar = folder.resolve("hello.jar");
    run(
        List.of(
            bin + "/jar", "cfe", jar.toString(), "Hello", "-C", folder.toString(), "Hello.class"));
    Path cache = folder.resolve("hello.aot");
    run(java("-XX:AOTCacheOutput=" + cache, jar));
    return java("-XX:AOTCache=" + cache, jar);
  }

  private static List<String> java(String cache, Path jar) {
    List<String> words = new ArrayList<>(List.of(JAVA, cache));
    words.addAll(FLAGS);
    words.addAll(List.of("-jar", jar.toString()));
    return words;
  }

  private static void run(List<String> command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (process.waitFor() != 0) {
      throw new IOException(command + " failed");
    }
  }
}
