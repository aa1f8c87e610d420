Attribute VB_Name = "CURP_Norma"
' La CURP según la norma oficial, para Excel y LibreOffice: sin internet, sin complementos ni referencias.
' Una CURP calculada no prueba ningún registro. Hecho por `curp excel` de curp-service @version@ (MIT): cámbielo ahí, no aquí.
'
'   =CURP(nombres; paterno; materno; fecha; sexo; entidad)          la clave, o #N/A
'   =CURP_MOTIVO(nombres; paterno; materno; fecha; sexo; entidad)   por qué no hay clave; vacío si la hay
'   =CURP_MOTIVO(curp)                                              por qué una CURP no está bien formada
'   =CURP_VALIDA(curp)                                              VERDADERO o FALSO
'   =CURP_COTEJA(curp; nombres; paterno; materno; fecha; sexo; entidad)   identica, misma_raiz o difiere
Option Explicit

Private Const PARTICULAS As String = "@particulas@"
Private Const OMITIDOS As String = "@omitidos@"
Private Const INCONVENIENTES As String = "@inconvenientes@"
Private Const GENERICAS As String = "@genericas@"
Private Const ABREVIATURAS As String = "@abreviaturas@"
Private Const COMUNES As String = "@comunes@"
Private Const SEXOS As String = "@sexos@"
Private Const ALFABETO As String = "@alfabeto@"
Private Const FORMAS As String = "@formas@"
Private Const ACENTUADAS As String = "@acentuadas@" ' código y lectura: 1 es la Ñ; 2, una vocal con diéresis
Private Const DIAS As String = "@dias@"
Private Const LARGO As Long = "@largo@"
Private Const PRIMER_ANIO As Long = "@primer_anio@"
Private Const NO_DISPONIBLE As Long = 2042 ' #N/A

Public Function CURP(nombres, paterno, materno, fecha, sexo, entidad)
    Dim motivo As String, clave As String
    clave = Calcular(nombres, paterno, materno, fecha, sexo, entidad, motivo)
    If motivo = "" Then
        CURP = clave
    Else
        CURP = CVErr(NO_DISPONIBLE)
    End If
End Function

Public Function CURP_MOTIVO(nombres_o_curp, Optional paterno, Optional materno, Optional fecha, Optional sexo, Optional entidad)
    Dim motivo As String
    If IsMissing(entidad) Then
        motivo = MotivoDeClave(Escrita(nombres_o_curp))
    Else
        Calcular nombres_o_curp, paterno, materno, fecha, sexo, entidad, motivo
    End If
    CURP_MOTIVO = Trim(motivo)
End Function

Public Function CURP_VALIDA(curp)
    If Escrita(curp) = "" Then
        CURP_VALIDA = ""
    Else
        CURP_VALIDA = (MotivoDeClave(Escrita(curp)) = "")
    End If
End Function

Public Function CURP_COTEJA(curp, nombres, paterno, materno, fecha, sexo, entidad)
    Dim motivo As String, clave As String, escritaClave As String
    escritaClave = Escrita(curp)
    clave = Calcular(nombres, paterno, materno, fecha, sexo, entidad, motivo)
    If motivo <> "" Or clave = "" Or escritaClave = "" Then
        CURP_COTEJA = CVErr(NO_DISPONIBLE)
    ElseIf escritaClave = clave Then
        CURP_COTEJA = "identica"
    ElseIf Left(escritaClave, 16) = Left(clave, 16) And Mid(escritaClave, 17) Like "[0-9A-Z][0-9]" Then
        CURP_COTEJA = "difiere"
        If (Mid(escritaClave, 17, 1) <= "9") = (Mid(clave, 17, 1) = "0") And Right(escritaClave, 1) = Digito(escritaClave) Then
            CURP_COTEJA = "misma_raiz"
        End If
    Else
        CURP_COTEJA = "difiere"
    End If
End Function

' La clave de una persona. motivo: todo lo que la impide. Una fila sin nombres ni fecha no tiene ni clave ni motivo.
Private Function Calcular(nombres, paterno, materno, fecha, sexo, entidad, motivo As String) As String
    Dim n As String, a As String, b As String, dia As String, s As String, e As String, raiz As String
    If Texto(nombres) & Texto(paterno) & Texto(materno) & Texto(fecha) = "" Then Exit Function
    n = Letras(nombres, "nombres", motivo)
    a = Letras(paterno, "apellido_paterno", motivo)
    b = Letras(materno, "apellido_materno", motivo)
    dia = LeerDia(fecha, motivo)
    s = Buscar(SEXOS, UCase(Replace(Texto(sexo), " ", "")))
    If s = "" Then motivo = motivo & Motivo_("sexo", IIf(Texto(sexo) = "", "ausente", "sexo_invalido"))
    e = Buscar(Entidades(), Simplificada(entidad))
    If e = "" Then motivo = motivo & Motivo_("entidad", IIf(Texto(entidad) = "", "ausente", "entidad_invalida"))
    If motivo <> "" Then Exit Function
    If a = "des" And (b = "" Or b = "des") Then ' R 1.11
        a = "XXX"
        b = "XXX"
    End If
    If b = "" Then b = "XXX"
    a = UCase(a)
    b = UCase(b)
    raiz = Left(a, 2) & Left(b, 1) & Left(n, 1)
    If InStr(INCONVENIENTES, " " & raiz & " ") > 0 Then raiz = Left(raiz, 1) & "X" & Mid(raiz, 3)
    raiz = raiz & Mid(dia, 3) & s & e & Right(a, 1) & Right(b, 1) & Right(n, 1) & IIf(dia < "2000", "0", "A")
    Calcular = raiz & Digito(raiz)
End Function

' Inicial, vocal y consonante de la palabra que cuenta; "des" si el apellido es DESCONOCIDO, y nada si no hay ninguno.
Private Function Letras(celda, dato As String, motivo As String) As String
    Dim original As String, t As String, c As String, i As Long, palabras As Variant, omisible As Boolean
    original = Texto(celda)
    If Len(original) > LARGO Then
        motivo = motivo & Motivo_(dato, "largo")
        Exit Function
    End If
    For i = 1 To Len(original)
        c = Leida(AscW(Mid(original, i, 1)))
        If c = "" Then
            motivo = motivo & "«" & Mid(original, i, 1) & "»: estas funciones no conocen ese carácter; use la página o curp lote. "
            Exit Function
        End If
        t = t & c
    Next
    t = Trim(t)
    Do While InStr(t, "  ") > 0
        t = Replace(t, "  ", " ")
    Loop
    If t = "" Then
        If dato <> "apellido_materno" Then motivo = motivo & Motivo_(dato, "ausente")
        Exit Function
    End If
    If Not (t Like "*[A-Z12]*") Then
        motivo = motivo & Motivo_(dato, "sin_letras")
        Exit Function
    End If
    If t = "DESCONOCIDO" And dato <> "nombres" Then
        Letras = "des"
        Exit Function
    End If
    palabras = Split(t, " ")
    omisible = (dato = "nombres")
    i = 0
    Do While i < UBound(palabras) ' R 1.3, R 1.7
        If InStr(PARTICULAS, " " & palabras(i) & " ") = 0 Then
            If Not omisible Or InStr(OMITIDOS, " " & palabras(i) & " ") = 0 Then Exit Do
            omisible = False
        End If
        i = i + 1
    Loop
    t = palabras(i)
    Letras = EnClave(Left(t, 1)) & EnClave(Interna(t, "[BCDFGHJ-NP-TV-Z1]")) & EnClave(Interna(t, "[AEIOU2]"))
End Function

' El primer carácter, después de la inicial, que no es como los que se pasan por alto.
Private Function Interna(palabra As String, pasadas As String) As String
    Dim i As Long
    For i = 2 To Len(palabra)
        If Not (Mid(palabra, i, 1) Like pasadas) Then
            Interna = Mid(palabra, i, 1)
            Exit Function
        End If
    Next
End Function

Private Function EnClave(c As String) As String
    EnClave = "X"
    If c Like "[A-Z]" Then EnClave = c
End Function

' Una letra de la A a la Z, 1 o 2 (vea ACENTUADAS), un espacio, un punto, # por otro signo de la norma; nada si no se conoce.
Private Function Leida(codigo As Long) As String
    Dim i As Long
    Select Case codigo
        Case 65 To 90
            Leida = Chr(codigo)
        Case 97 To 122
            Leida = Chr(codigo - 32)
        Case 32, 160
            Leida = " "
        Case 46
            Leida = "."
        Case 39, 45, 47, 96, 180, 8216, 8217
            Leida = "#"
        Case Else
            If codigo > 99 Then i = InStr(ACENTUADAS, " " & codigo)
            If i > 0 Then Leida = Mid(ACENTUADAS, i + 4, 1)
    End Select
End Function

' AAAAMMDD, de una fecha de la hoja o de un texto como 17/05/1990 o 1990-05-17.
Private Function LeerDia(celda, motivo As String) As String
    Dim v As Variant, partes As Variant, numero As Double, a As Long, m As Long, d As Long
    v = Valor(celda)
    If Texto(celda) = "" Then
        motivo = motivo & Motivo_("fecha", "ausente")
        Exit Function
    End If
    If VarType(v) = vbString Then
        partes = Split(Replace(Trim(v), "/", "-"), "-")
    Else
        numero = Int(CDbl(v))
        ' Los días anteriores a marzo de 1900 no son los mismos en cada programa, y 1990 puede ser un año.
        If numero > 60 And numero < 2958466 And (numero < 1800 Or numero > 2199 Or VarType(v) = vbDate) Then
            partes = Split(Year(numero) & "-" & Month(numero) & "-" & Day(numero), "-")
        Else
            partes = Split("")
        End If
    End If
    If UBound(partes) = 2 Then
        If partes(0) Like "####" And (partes(1) Like "#" Or partes(1) Like "##") And (partes(2) Like "#" Or partes(2) Like "##") Then
            a = CLng(partes(0))
            d = CLng(partes(2))
        ElseIf partes(2) Like "####" And (partes(1) Like "#" Or partes(1) Like "##") And (partes(0) Like "#" Or partes(0) Like "##") Then
            a = CLng(partes(2))
            d = CLng(partes(0))
        End If
    End If
    If a = 0 And d = 0 Then
        motivo = motivo & Motivo_("fecha", "fecha_formato")
        Exit Function
    End If
    m = CLng(partes(1))
    If Not Existe(a, m, d) Then
        motivo = motivo & Motivo_("fecha", "fecha_inexistente")
    ElseIf a < PRIMER_ANIO Then
        motivo = motivo & Motivo_("fecha", "fecha_remota")
    ElseIf a * 10000 + m * 100 + d > Hoy() Then
        motivo = motivo & Motivo_("fecha", "fecha_futura")
    Else
        LeerDia = CStr(a * 10000 + m * 100 + d)
    End If
End Function

Private Function Existe(a As Long, m As Long, d As Long) As Boolean
    If m < 1 Or m > 12 Or d < 1 Then Exit Function
    Existe = d <= CLng(Mid(DIAS, m * 2 - 1, 2))
    If m = 2 And d = 29 Then Existe = (a Mod 4 = 0 And (a Mod 100 <> 0 Or a Mod 400 = 0))
End Function

Private Function Hoy() As Long
    Hoy = Year(Date) * 10000 + Month(Date) * 100 + Day(Date)
End Function

' Por qué una clave no está bien formada; nada si lo está.
Private Function MotivoDeClave(clave As String) As String
    Dim forma As Variant, i As Long, a As Long
    If InStr(GENERICAS, " " & clave & " ") > 0 And Len(clave) = 18 Then Exit Function
    If clave = "" Then
        MotivoDeClave = Motivo_("curp", "ausente")
    ElseIf Len(clave) <> 18 Then
        MotivoDeClave = Motivo_("curp", "longitud")
    Else
        forma = Split(FORMAS, " ")
        For i = 0 To 17
            If Not (Mid(clave, i + 1, 1) Like forma(i)) Then
                MotivoDeClave = "Posición " & (i + 1) & ": " & Split(Mensajes(), "|")(i)
                Exit Function
            End If
        Next
        a = IIf(Mid(clave, 17, 1) <= "9", 1900, 2000) + CLng(Mid(clave, 5, 2))
        If Not Existe(a, CLng(Mid(clave, 7, 2)), CLng(Mid(clave, 9, 2))) Then
            MotivoDeClave = Motivo_("curp", "fecha_inexistente")
        ElseIf a * 10000 + CLng(Mid(clave, 7, 4)) > Hoy() Then
            MotivoDeClave = Motivo_("curp", "nacimiento_futuro")
        ElseIf InStr(ABREVIATURAS, " " & Mid(clave, 12, 2) & " ") = 0 Then
            MotivoDeClave = Motivo_("curp", "entidad_invalida")
        ElseIf Right(clave, 1) <> Digito(clave) Then
            MotivoDeClave = Replace(Motivo_("curp", "digito_verificador"), "{digito}", Digito(clave))
        End If
    End If
End Function

Private Function Digito(clave As String) As String
    Dim i As Long, suma As Long
    For i = 1 To 17
        suma = suma + (InStr(ALFABETO, Mid(clave, i, 1)) - 1) * (19 - i)
    Next
    Digito = CStr((10 - suma Mod 10) Mod 10)
End Function

' La clave como se examina: sin espacios alrededor; solo las letras de la a a la z pasan a mayúsculas.
Private Function Escrita(celda) As String
    Dim i As Long, c As String
    For i = 1 To Len(Texto(celda))
        c = Mid(Texto(celda), i, 1)
        If AscW(c) > 96 And AscW(c) < 123 Then c = Chr(AscW(c) - 32)
        Escrita = Escrita & c
    Next
End Function

' El nombre de una entidad como está en la lista: en mayúsculas, sin acentos, signos ni palabras comunes.
Private Function Simplificada(celda) As String
    Dim t As String, c As String, i As Long, palabra As Variant
    t = Texto(celda)
    If t Like "#" Then t = "0" & t
    For i = 1 To Len(t)
        c = Leida(AscW(Mid(t, i, 1)))
        If Mid(t, i, 1) Like "#" Then c = Mid(t, i, 1)
        If c = "1" And Not (Mid(t, i, 1) Like "#") Then c = "N"
        If Not (c Like "[A-Z0-9]") Then c = " "
        Simplificada = Simplificada & c
    Next
    t = Simplificada
    Simplificada = ""
    For Each palabra In Split(t, " ")
        If InStr(COMUNES, " " & palabra & " ") = 0 Then Simplificada = Simplificada & palabra
    Next
End Function

' Lo que una lista de nombre=valor, entre espacios, dice de un nombre.
Private Function Buscar(lista As String, nombre As String) As String
    Dim i As Long
    If nombre = "" Or InStr(nombre, "=") > 0 Then Exit Function
    i = InStr(lista, " " & nombre & "=")
    If i = 0 Then Exit Function
    i = i + Len(nombre) + 2
    Buscar = Mid(lista, i, InStr(i, lista, " ") - i)
End Function

Private Function Texto(celda) As String
    Dim v As Variant
    v = Valor(celda)
    If IsError(v) Then
        Texto = "#"
    ElseIf Not IsEmpty(v) And Not IsNull(v) And Not IsArray(v) Then
        Texto = Trim(CStr(v))
    End If
End Function

' Una celda que se asigna sin Set da su valor.
Private Function Valor(celda) As Variant
    Valor = celda
End Function

Private Function Motivo_(dato As String, codigo As String) As String
    Dim i As Long, lista As String
    lista = "@motivos@"
    i = InStr(lista, "|" & dato & "." & codigo & "=") + Len(dato) + Len(codigo) + 3
    Motivo_ = Mid(lista, i, InStr(i, lista, "|") - i) & " "
End Function

Private Function Mensajes() As String
    Mensajes = "@mensajes@"
End Function

Private Function Entidades() As String
    Entidades = "@entidades@"
End Function
