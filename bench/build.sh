# Read by the commands beside it, which say in root where the project is: builds the bench, goes to the project's folder,
# and says in jdk_home and class_path how to run it. All of the class path are jars, as class archives want it.
. "$root/build/jdk.sh"
find_jdk || { echo "bench: no JDK 21 or newer was found; install one, or point JAVA_HOME at it." >&2; exit 69; }
cd "$root"
mvn -q -Pquick -pl bench -am package dependency:build-classpath -Dmdep.outputFile=target/class-path
class_path=$(ls bench/target/fairlead-bench-*.jar):$(cat bench/target/class-path)
