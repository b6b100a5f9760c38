// sbp by JBang, from the sources that Maven builds: `jbang sbp init my-agent`, from a checkout, or with
// the alias `sbp` of ../jbang-catalog.json, whether that lies in a folder or behind a URL. What JBang
// builds is put into a folder of this account once, and runs from there: see JBangMain. Compiled with the
// first JIT only, which takes half of the time.
//JAVA 25+
//MAIN org.sovereignbook.sbp.ops.install.JBangMain
//MANIFEST Implementation-Version=1.0.0
//SOURCES Sources.java
//SOURCES ../plugins/Plugins.java
//FILES launcher/sbp=../scripts/sbp
//FILES launcher/sbp.cmd=../scripts/sbp.cmd
//COMPILE_OPTIONS -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC
//RUNTIME_OPTIONS -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:-UsePerfData --enable-native-access=ALL-UNNAMED
