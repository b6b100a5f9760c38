package org.sovereignbook.sbp.runtime.plugin;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import javax.tools.DiagnosticListener;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.sovereignbook.sbp.testing.TestJar;

/** A plugin's jar, compiled for the test, with whatever is to be wrong with it. */
public final class TestPlugin {
  private static final String CLASS = "com.example.Extension";
  private static final String INDEX = "META-INF/extensions.idx";
  private static final Map<String, Map<String, byte[]>> COMPILED = new ConcurrentHashMap<>();

  private final Map<String, String> manifest = new LinkedHashMap<>();
  private final Map<String, byte[]> entries = new LinkedHashMap<>();
  private final String name;
  private String called;
  private String before = "";
  private String constructor = "";
  private Optional<String> source = Optional.empty();

  private TestPlugin(String name) {
    this.name = name;
    called = name;
    manifest.put("Plugin-Id", "llm-" + name);
    manifest.put("Plugin-Version", "1.0.0");
    manifest.put("Plugin-Description", "says " + name);
    manifest.put("Plugin-Requires", ">=2.0.0 & <3.0.0");
    manifest.put("Sbp-Provides", "llm:" + name);
    entries.put(INDEX, CLASS.getBytes(StandardCharsets.UTF_8));
  }

  /** An LLM backend whose author writes nothing and notes its name. */
  public static TestPlugin llm(String name) {
    return new TestPlugin(name);
  }

  /**
   * One of another kind.
   *
   * @param source of the class {@code com.example.Extension}
   */
  public static TestPlugin of(String kind, String name, String source) {
    TestPlugin plugin =
        new TestPlugin(name)
            .with("Plugin-Id", kind + "-" + name)
            .with("Sbp-Provides", kind + ":" + name);
    plugin.source = Optional.of(source);
    return plugin;
  }

  public TestPlugin with(String attribute, String value) {
    manifest.put(attribute, value);
    return this;
  }

  public TestPlugin without(String attribute) {
    manifest.remove(attribute);
    return this;
  }

  public TestPlugin version(String version) {
    return with("Plugin-Version", version);
  }

  public TestPlugin withEntry(String entry, byte[] bytes) {
    entries.put(entry, bytes);
    return this;
  }

  public TestPlugin withoutIndex() {
    entries.remove(INDEX);
    return this;
  }

  /** What its {@code name()} says, whatever the manifest says. */
  public TestPlugin called(String other) {
    called = other;
    return this;
  }

  /** The code of its constructor. */
  public TestPlugin constructor(String code) {
    constructor = code;
    return this;
  }

  /** Members that stand before the constructor. */
  public TestPlugin members(String code) {
    before = code;
    return this;
  }

  public byte[] bytes() {
    return jar(compiled());
  }

  /** The jar without the class that its index names. */
  public byte[] bytesWithoutClass() {
    return jar(Map.of());
  }

  public Path writeTo(Path file) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      return Files.write(file, bytes());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private byte[] jar(Map<String, byte[]> classes) {
    Map<String, byte[]> all = new LinkedHashMap<>(entries);
    all.putAll(classes);
    return TestJar.of(manifest, all);
  }

  private Map<String, byte[]> compiled() {
    return compile(
        CLASS,
        source.orElseGet(
            () ->
                """
                package com.example;
                import org.sovereignbook.sbp.model.llm.*;
                import org.sovereignbook.sbp.node.*;
                public class Extension implements LlmBackend {
                  %s
                  public Extension() { %s }
                  public String name() { return "%s"; }
                  public String description() { return "says %s"; }
                  public LlmAnswer answer(LlmRequest request) {
                    return new LlmAnswer("", "I am %s");
                  }
                }
                """
                    .formatted(before, constructor, called, name, name)));
  }

  /** The class files of one source, which is compiled once in a process. */
  public static Map<String, byte[]> compile(String className, String source) {
    return COMPILED.computeIfAbsent(source, _ -> compileNow(className, source));
  }

  private static Map<String, byte[]> compileNow(String className, String source) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticListener<JavaFileObject> silent = diagnostic -> {};
    Map<String, ByteArrayOutputStream> made = new LinkedHashMap<>();
    StandardJavaFileManager standard = compiler.getStandardFileManager(silent, null, null);
    JavaFileManager files =
        new ForwardingJavaFileManager<>(standard) {
          @Override
          public JavaFileObject getJavaFileForOutput(
              Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
            return new SimpleJavaFileObject(
                URI.create("memory:///" + name.replace('.', '/')), kind) {
              @Override
              public OutputStream openOutputStream() {
                return made.computeIfAbsent(
                    name.replace('.', '/') + ".class", _ -> new ByteArrayOutputStream());
              }
            };
          }
        };
    JavaFileObject file =
        new SimpleJavaFileObject(
            URI.create("memory:///" + className.replace('.', '/') + ".java"),
            JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return source;
          }
        };
    StringWriter problems = new StringWriter();
    boolean done =
        compiler
            .getTask(
                problems,
                files,
                null,
                List.of("-proc:none", "-classpath", System.getProperty("java.class.path")),
                null,
                List.of(file))
            .call();
    if (!done) {
      throw new AssertionError(problems + "\n" + source);
    }
    Map<String, byte[]> classes = new LinkedHashMap<>();
    made.forEach((name, bytes) -> classes.put(name, bytes.toByteArray()));
    return classes;
  }
}
