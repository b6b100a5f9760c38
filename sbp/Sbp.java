// sbp by JBang, from the sources that Maven builds: `jbang sbp init my-agent`, from a checkout, or with
// the alias `sbp` of ../jbang-catalog.json. JBangCatalogTest keeps this list and the poms from drifting.
//JAVA 25+
//MAIN org.sovereignbook.sbp.cli.Main
//MANIFEST Implementation-Version=1.0.0
//DEPS info.picocli:picocli:4.7.7
//DEPS tools.jackson.core:jackson-core:3.2.4
//DEPS org.bouncycastle:bcprov-jdk18on:1.86
//DEPS org.jline:jline-terminal:4.5.0
//DEPS org.jline:jline-reader:4.5.0
//DEPS org.pf4j:pf4j:3.15.0
//DEPS org.slf4j:slf4j-nop:2.0.17
//DEPS org.jspecify:jspecify:1.0.0
//SOURCES src/main/java/**.java
//FILES META-INF/services/=src/main/resources/META-INF/services/**
//FILES sources/org/sovereignbook/sbp/author/=src/main/java/org/sovereignbook/sbp/author/*.java
//FILES sources/org/sovereignbook/sbp/delivery/=src/main/java/org/sovereignbook/sbp/delivery/*.java
//FILES sources/org/sovereignbook/sbp/maintenance/=src/main/java/org/sovereignbook/sbp/maintenance/*.java
//FILES sources/org/sovereignbook/sbp/network/=src/main/java/org/sovereignbook/sbp/network/*.java
//FILES sources/org/sovereignbook/sbp/reader/=src/main/java/org/sovereignbook/sbp/reader/*.java
//FILES templates/=../templates/**
//FILES examples/demo/=../examples/demo/**
//FILES prompts/=../prompts/**
//RUNTIME_OPTIONS -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:-UsePerfData --enable-native-access=ALL-UNNAMED
